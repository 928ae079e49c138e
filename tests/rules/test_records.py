"""What is wrong with a record, apart from an illegal turn."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import RulesError
from games.rules.notation.checking import IllegalTurn, Outcome, check_record
from games.words import sentence
from tests.rules.builders import vectors

Record = dict[str, Any]
SEEDED = next(case for case in vectors("records") if "seed" in case and case["reshuffles"])
LIMITED = next(case for case in vectors("records") if "turn_limit" in case)


def copy_of(record: Record) -> Record:
    return json.loads(json.dumps(record))


def code_of(record: object) -> str:
    with pytest.raises(RulesError) as refusal:
        check_record(record)
    return refusal.value.code


@pytest.mark.parametrize("value", [None, 1, "record", [], [SEEDED]])
def test_a_record_is_an_object(value: object) -> None:
    assert code_of(value) == "not-an-object"


REQUIRED = [
    "format",
    "ruleset",
    "players",
    "first",
    "kingdoms",
    "pile",
    "discard",
    "legends",
    "reshuffles",
    "turns",
]


@pytest.mark.parametrize("key", REQUIRED)
def test_a_key_that_must_be_there(key: str) -> None:
    assert code_of({name: value for name, value in SEEDED.items() if name != key}) == "missing-key"


def swapped(items: Any, one: int, other: int) -> Any:
    """The same letters or items with two of them in each other's place."""
    changed = [*items]
    changed[one], changed[other] = changed[other], changed[one]
    return "".join(changed) if isinstance(items, str) else changed


def other_kind(letter: str) -> str:
    return "P" if letter.upper() != "P" else "F"


def with_value(record: Record, path: str, value: object) -> Record:
    """The record with a value put at a place like `scores.0.elves`."""
    changed = copy_of(record)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = changed
    for step in way:
        place = place[step]
    place[last] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("format", "drako-record/2", "record-format"),
        ("ruleset", "house", "no-such-ruleset"),
        ("players", ["Ana"], "players-count"),
        ("players", ["Ana", 2, "Cy"], "wrong-value"),
        ("first", 9, "no-such-seat"),
        ("first", -1, "wrong-value"),
        ("first", True, "wrong-value"),
        ("first", 0.0, "wrong-value"),
        ("kingdoms.0", ["pppp"], "kingdom-malformed"),
        ("kingdoms", SEEDED["kingdoms"][:1], "kingdoms-count"),
        ("pile", "xyz", "wrong-value"),
        ("pile", SEEDED["pile"][:-1], "cards-in-play"),
        ("pile", SEEDED["pile"] + "P", "cards-in-play"),
        ("pile", SEEDED["pile"].lower(), "wrong-value"),
        ("discard", other_kind(SEEDED["discard"]), "cards-in-play"),
        ("discard", "", "cards-in-play"),
        ("legends", SEEDED["legends"][:14], "legends-in-play"),
        ("legends.0", SEEDED["legends"][1], "legends-in-play"),
        ("legends.0", "tribe-orc", "no-such-legend"),
        ("legends.0", None, "no-such-legend"),
        ("turns", {}, "wrong-value"),
        ("reshuffles", "", "wrong-value"),
        ("reshuffles", [1], "wrong-value"),
        ("rules", 0, "wrong-value"),
        ("rules", None, "wrong-value"),
        ("rules", True, "wrong-value"),
        ("rules", 10**30, "rules-revision"),
        ("leavers", "none", "wrong-value"),
        ("leavers", None, "wrong-value"),
        ("turn_limit", -1, "wrong-value"),
        ("turn_limit", "ten", "wrong-value"),
        ("bots", 1, "wrong-value"),
        ("bots", [0, 0], "wrong-value"),
        ("bots", [7], "wrong-value"),
        ("bots", [False], "wrong-value"),
        ("first_by", "dice", "wrong-value"),
        ("seed", "ab", "wrong-value"),
        ("seed", "g" * 64, "wrong-value"),
        ("seed", " " + "a" * 63, "wrong-value"),
        ("seed", None, "wrong-value"),
        ("commitment", 7, "wrong-value"),
        ("commitment", "0" * 64, "wrong-commitment"),
        ("seed", "0" * 64, "wrong-commitment"),
        ("pile", swapped(SEEDED["pile"], 0, 1), "wrong-deal"),
        ("kingdoms", swapped(SEEDED["kingdoms"], 0, 1), "wrong-deal"),
        ("legends", swapped(SEEDED["legends"], 0, 14), "wrong-deal"),
        ("first", (SEEDED["first"] + 1) % len(SEEDED["players"]), "wrong-deal"),
        ("reshuffles", [*SEEDED["reshuffles"], "PFM"], "reshuffles-left-over"),
        ("scores", None, "wrong-value"),
        ("scores", [], "wrong-value"),
        ("scores.1", None, "wrong-value"),
        ("scores.0", {}, "wrong-scores"),
        ("scores.1.total", 99, "wrong-scores"),
        ("scores.0.elves", None, "wrong-scores"),
        ("places", None, "wrong-places"),
        ("places", [1], "wrong-places"),
        ("places", [place == 1 or place for place in SEEDED["places"]], "wrong-places"),
        ("scores.0.total", float(SEEDED["scores"][0]["total"]), "wrong-scores"),
        ("places", [*reversed(SEEDED["places"])], "wrong-places"),
    ],
)
def test_what_is_wrong(path: str, value: object, code: str) -> None:
    assert code_of(with_value(SEEDED, path, value)) == code


@pytest.mark.parametrize("row", [0, 1])
def test_a_kingdom_starts_with_its_centre_alone_face_up(row: int) -> None:
    record = copy_of(SEEDED)
    record["kingdoms"][0][row] = record["kingdoms"][0][row].swapcase()
    assert code_of(record) == "kingdom-at-start"


def test_and_with_four_different_kinds_there() -> None:
    record = copy_of(SEEDED)
    one, two, three, four = record["kingdoms"][0][1]
    record["kingdoms"][0][1] = one + two + two + four
    assert code_of(record) == "kingdom-at-start"


def test_cards_lie_in_the_centre_as_their_owner_arranged_them() -> None:
    record = copy_of(SEEDED) | {"turns": [], "reshuffles": []}
    one, two, three, four = record["kingdoms"][0][1]
    record["kingdoms"][0][1] = one + three + two + four
    assert check_record(record) == Outcome([], [])


def test_the_first_seat_is_the_seeds_only_where_it_drew_it() -> None:
    record = copy_of(SEEDED) | {"turns": [], "reshuffles": [], "first_by": "account"}
    record["first"] = (record["first"] + 1) % len(record["players"])
    assert check_record(record) == Outcome([], [])


def test_a_seed_may_stand_without_its_commitment_and_the_other_way_round() -> None:
    for key in ("seed", "commitment"):
        record = copy_of(SEEDED)
        del record[key]
        assert check_record(record).places == SEEDED["places"]


def test_without_a_seed_chance_is_as_the_record_says() -> None:
    record = copy_of(SEEDED) | {"turns": [], "reshuffles": []}
    del record["seed"], record["commitment"]
    record["pile"] = swapped(record["pile"], 0, 1)
    assert check_record(record) == Outcome([], [])


def test_keys_it_does_not_know_are_ignored() -> None:
    record = copy_of(SEEDED) | {"dates": {"begun": "today"}, "x": None}
    assert check_record(record).places == SEEDED["places"]


def test_no_turn_limit_is_told_by_nothing_or_0() -> None:
    record = copy_of(SEEDED) | {"turn_limit": 0}
    assert check_record(record).places == SEEDED["places"]


def test_a_game_that_is_not_over_claims_nothing() -> None:
    record = copy_of(LIMITED)
    record["turns"].pop()
    assert check_record(record) == Outcome([], [])


@pytest.mark.parametrize("entry", ["take a1", "resign 0", "", 5])
def test_a_turn_after_the_end(entry: object) -> None:
    record = copy_of(LIMITED)
    record["turns"].append(entry)
    with pytest.raises(IllegalTurn) as refusal:
        check_record(record)
    assert (refusal.value.number, refusal.value.why.code) == (len(record["turns"]), "game-over")


def test_a_missing_reshuffle_is_an_error_of_the_turn_that_needs_it() -> None:
    record = copy_of(SEEDED)
    record["reshuffles"] = []
    with pytest.raises(IllegalTurn) as refusal:
        check_record(record)
    assert refusal.value.why.code == "reshuffle-missing"
    assert 1 < refusal.value.number < len(record["turns"])


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(st.data(), anything)
def test_any_value_at_any_place_is_taken_or_refused_with_a_sentence(
    data: st.DataObject, value: object
) -> None:
    record = copy_of(data.draw(st.sampled_from([SEEDED, LIMITED])))
    place: Any = record
    while True:
        keys = [*place] if isinstance(place, dict) else [*range(len(place))]
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = value
    try:
        check_record(record)
    except IllegalTurn as illegal:
        assert 1 <= illegal.number <= len(record["turns"])
        assert sentence(illegal.why)
    except RulesError as refusal:
        assert sentence(refusal)


def test_a_random_order_of_turns_never_breaks_the_reader() -> None:
    random = Random(8)
    for case in vectors("records")[:30]:
        record = copy_of(case)
        random.shuffle(record["turns"])
        try:
            check_record(record)
        except IllegalTurn as illegal:
            assert sentence(illegal.why)

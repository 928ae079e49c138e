"""Records written from decisions, read again and played again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.rules.moves import Move
from games.rules.notation.checking import check_record, score_object, start
from games.rules.notation.record import read_record
from games.rules.notation.writing import write_record
from games.rules.results import final_places, final_scores
from games.rules.rulings import latest
from games.rules.setup import new_game
from games.rules.state import State
from tests.rules.builders import at, play_out, random_game, table, vectors
from tests.rules.records import NAMES, decisions_of, random_record, replayed
from tests.rules.strategies import seeds

PLAIN = "pppp pPFp pMSp pppp"
ELVES = "pppp pEEp pMSp pppp"
RESIGN = Move("leave", detail="resigned")


@pytest.mark.parametrize("line", range(len(vectors("records"))))
def test_a_worked_record_is_written_again_as_it_was(line: int) -> None:
    case = vectors("records")[line]
    record = read_record(case)
    written = write_record(
        start(record), decisions_of(record), players=record.players, seed=record.seed
    )
    assert {**case, "leavers": case.get("leavers", "out"), "rules": 1} == {
        **written,
        "leavers": written.get("leavers", "out"),
    }


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_a_record_leads_to_the_same_end(seed: int) -> None:
    state, record = random_record(Random(seed))
    outcome = check_record(record)
    assert outcome == (final_scores(state), final_places(state))
    assert [score_object(own) for own in outcome.scores] == record["scores"]
    assert outcome.places == record["places"]
    again = replayed(record)
    assert [seat for seat, _ in again.left] == [seat for seat, _ in state.left]
    for name in ("kingdoms", "river", "legend_pile", "legends", "turns", "end", "reshuffles"):
        assert getattr(again, name) == getattr(state, name)
    if state.discard:  # it did not end while arranging, before the Discard was turned
        assert (again.pile, again.discard) == (state.pile, state.discard)


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_a_record_cut_short_leads_to_the_game_as_it_stood(seed: int) -> None:
    random = Random(seed)
    dealt = random_game(random)
    state = dealt.copy()
    decisions = []
    stop = random.randrange(1, 60)
    for decision in play_out(state, random):
        decisions.append(decision)
        # Between turns alone: what a turn holds that is not over stands in no record.
        if len(decisions) >= stop and state.phase in ("action", "over") and not state.claimed:
            break
    record = write_record(dealt, decisions, players=NAMES[: len(dealt.kingdoms)])
    again = replayed(record)
    for name in ("phase", "active", "kingdoms", "legends", "turns", "river"):
        assert getattr(again, name) == getattr(state, name)
    assert ("scores" in record) == ("places" in record) == (state.phase == "over")


def turns(state: State, *decisions: tuple[int, Move]) -> Any:
    return write_record(state, decisions, players=["Ana", "Bo", "Cy"])["turns"]


def claim(legend: str) -> Move:
    return Move("claim", detail=legend)


def elves(**fields: Any) -> State:
    return table(ELVES, ELVES, PLAIN, river=["tribe-elf", "tribe-human"], discard="H", **fields)


def test_a_claim_during_the_action_stands_before_it() -> None:
    told = turns(elves(), (0, Move("draw")), (0, claim("tribe-elf")), (0, at("keep", "a1")))
    assert told == ["claim tribe-elf, keep a1"]


def test_a_claim_after_the_action_stands_after_it() -> None:
    told = turns(elves(), (0, at("take", "a1")), (0, claim("tribe-elf")))
    assert told == ["take a1, claim tribe-elf"]


def test_a_pass_is_not_told() -> None:
    assert turns(elves(), (0, at("take", "a1")), (0, Move("pass"))) == ["take a1"]
    time_up = Move("leave", detail="timeout")
    assert turns(elves(), (0, at("take", "a1")), (0, time_up)) == ["take a1"]


def test_time_up_before_the_action() -> None:
    time_up = Move("leave", detail="timeout")
    assert turns(elves(), (0, Move("draw")), (0, time_up)) == ["timeout"]
    assert turns(elves(), (0, claim("tribe-elf")), (0, time_up)) == ["claim tribe-elf, timeout"]


def test_the_active_seats_leaving_ends_its_turn() -> None:
    assert turns(elves(), (0, claim("tribe-elf")), (0, RESIGN), (1, at("take", "a1"))) == [
        "claim tribe-elf, resign 0",
        "take a1",
    ]


def test_anothers_leaving_stands_before_the_turn_that_goes_on() -> None:
    told = turns(elves(), (0, claim("tribe-elf")), (2, RESIGN), (0, at("take", "a1")))
    assert told == ["resign 2", "claim tribe-elf, take a1"]


def test_anothers_leaving_that_ends_the_game_cuts_the_turn_short() -> None:
    state = elves(bots=frozenset({0, 1}))
    assert turns(state, (0, claim("tribe-elf")), (2, RESIGN)) == ["claim tribe-elf, resign 2"]


def test_leaving_after_the_action_stands_after_the_turn() -> None:
    assert turns(elves(), (0, at("take", "a1")), (0, RESIGN)) == ["take a1", "resign 0"]


def test_leaving_while_another_may_still_claim_stands_before_that_turn() -> None:
    told = turns(elves(), (0, at("take", "a1")), (2, RESIGN), (0, claim("tribe-elf")))
    assert told == ["resign 2", "take a1, claim tribe-elf"]


def test_a_game_that_ends_while_arranging_is_told_as_if_it_had_begun() -> None:
    dealt = new_game(seed=bytes(range(32)), players=2, rulings=latest())
    record = write_record(dealt, [(1, RESIGN)], players=["Ana", "Bo"], seed=bytes(range(32)))
    assert record["turns"] == ["resign 1"]
    assert record["places"] == [1, 2]
    assert check_record(record).places == [1, 2]


def test_options_stand_there_only_where_they_say_something() -> None:
    plain = write_record(
        new_game(seed=bytes(range(32)), players=2, rulings=latest()), [], players=["Ana", "Bo"]
    )
    assert not {"turn_limit", "leavers", "bots", "first_by", "seed", "scores"} & {*plain}
    dealt = new_game(
        seed=bytes(range(32)),
        players=2,
        rulings=latest(),
        first=1,
        leavers="bot",
        turn_limit=9,
        bots=frozenset({1}),
    )
    full = write_record(dealt, [], players=["Ana", "Bo"], first_by="account")
    told = {key: full[key] for key in ("turn_limit", "leavers", "bots", "first_by")}
    assert told == {"turn_limit": 9, "leavers": "bot", "bots": [1], "first_by": "account"}

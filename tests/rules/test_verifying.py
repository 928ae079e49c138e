"""The chance in a record, checked part by part."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.chance import commitment
from games.rules.errors import RulesError
from games.rules.notation.record import read_record
from games.rules.notation.verifying import PARTS, chance_checks, hold
from tests.rules.builders import vectors

Record = dict[str, Any]
SEEDED = next(case for case in vectors("records") if "seed" in case and case["reshuffles"])
SHOWN = commitment(bytes.fromhex(SEEDED["seed"]))


def tampered(change: Callable[[Record], None]) -> Record:
    record: Record = json.loads(json.dumps(SEEDED))
    change(record)
    return record


def wrong(record: Record, shown: str = SHOWN) -> set[str]:
    """The parts that do not hold."""
    return {each.part for each in chance_checks(read_record(record), shown) if not_held(each.holds)}


def not_held(holds: bool | None) -> bool:
    return holds is False


def swap(letters: str, one: int = 0) -> str:
    """The letters with the first other one after `one` in its place."""
    other = next(index for index, letter in enumerate(letters) if letter != letters[one])
    signs = [*letters]
    signs[one], signs[other] = signs[other], signs[one]
    return "".join(signs)


def swap_down(record: Record) -> None:
    one, other = record["kingdoms"][0][0], record["kingdoms"][0][3]
    at = next(index for index in range(4) if one[index] != other[index])
    record["kingdoms"][0][0] = one[:at] + other[at] + one[at + 1 :]
    record["kingdoms"][0][3] = other[:at] + one[at] + other[at + 1 :]


def swap_centres(record: Record) -> None:
    """Let two Kingdoms have each other's centre cards."""
    mine, yours = record["kingdoms"][:2]
    for row in (1, 2):
        one, other = mine[row], yours[row]
        mine[row], yours[row] = (
            one[0] + other[1:3] + one[3],
            other[0] + one[1:3] + other[3],
        )


def arrange_otherwise(record: Record) -> None:
    row = record["kingdoms"][0][1]
    record["kingdoms"][0][1] = row[0] + row[2] + row[1] + row[3]


def with_discard(record: Record) -> None:
    """Let another card lie on the Discard, one of the draw pile."""
    at = next(i for i, card in enumerate(record["pile"]) if card != record["discard"])
    first = record["discard"]
    record["discard"] = record["pile"][at]
    record["pile"] = record["pile"][:at] + first + record["pile"][at + 1 :]


def test_all_chance_of_a_record_as_it_was_written_holds() -> None:
    checks = chance_checks(read_record(SEEDED), SHOWN)
    assert hold(checks)
    parts = [*PARTS[:-1], *["reshuffle"] * len(SEEDED["reshuffles"])]
    assert [check.part for check in checks] == parts
    numbers = [check.number for check in checks if check.part == "reshuffle"]
    assert numbers == [*range(1, len(SEEDED["reshuffles"]) + 1)]


def test_another_commitment_than_the_table_showed_is_found_out() -> None:
    assert wrong(SEEDED, "0" * 64) == {"commitment", "recorded"}


def test_a_record_with_another_commitment_in_it_is_found_out() -> None:
    assert wrong(tampered(lambda record: record.update(commitment="0" * 64))) == {"recorded"}


def test_another_seed_gives_another_deal() -> None:
    found = wrong(tampered(lambda record: record.update(seed="0" * 64)))
    assert {"commitment", "centre", "face-down", "pile", "legends", "reshuffle"} <= found
    assert "turns" not in found


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (swap_down, "face-down"),
        (swap_centres, "centre"),
        (with_discard, "discard"),
        (lambda record: record.update(pile=swap(record["pile"])), "pile"),
        (lambda record: record.update(legends=record["legends"][::-1]), "legends"),
        (
            lambda record: record.update(first=(record["first"] + 1) % len(record["players"])),
            "first",
        ),
    ],
)
def test_what_was_not_dealt_so_is_found_out(change: Callable[[Record], None], part: str) -> None:
    record = tampered(lambda record: record.update(turns=[], reshuffles=[]))
    change(record)
    assert part in wrong(record) <= {part, "pile"}


def test_how_an_owner_arranged_the_centre_is_no_chance() -> None:
    record = tampered(lambda record: record.update(turns=[], reshuffles=[]))
    arrange_otherwise(record)
    assert wrong(record) == set()


def test_who_begins_by_account_is_no_chance() -> None:
    def begun_by(record: Record) -> None:
        record["first_by"] = "account"

    checks = chance_checks(read_record(tampered(begun_by)), SHOWN)
    assert [check.holds for check in checks if check.part == "first"] == [None]
    assert hold(checks)


def test_a_draw_pile_made_anew_in_another_order_is_found_out() -> None:
    def reshuffled(record: Record) -> None:
        record["reshuffles"][-1] = swap(record["reshuffles"][-1], len(record["reshuffles"][-1]) - 1)

    number = len(SEEDED["reshuffles"])
    checks = chance_checks(read_record(tampered(reshuffled)), SHOWN)
    assert ("reshuffle", False, number) in checks
    assert not hold(checks)


def test_a_reshuffle_too_many_is_found_out() -> None:
    def more(record: Record) -> None:
        record["reshuffles"].append("PFMS")

    assert wrong(tampered(more)) == {"reshuffle"}


def test_a_reshuffle_that_is_missing_is_found_out() -> None:
    assert wrong(tampered(lambda record: record["reshuffles"].clear())) == {"reshuffle"}


def test_after_a_turn_that_is_not_legal_nothing_can_be_told() -> None:
    def cheated(record: Record) -> None:
        record["turns"].insert(0, "claim four-tribes, take a1, take b1")

    checks = chance_checks(read_record(tampered(cheated)), SHOWN)
    assert ("turns", False, 0) in checks
    assert {check.holds for check in checks if check.part == "reshuffle"} == {None}
    assert not hold(checks)


def test_a_turn_after_the_end_is_not_legal() -> None:
    assert "turns" in wrong(tampered(lambda record: record["turns"].append("resign 0")))


def test_without_a_seed_there_is_nothing_to_check_by() -> None:
    with pytest.raises(RulesError, match="missing-key"):
        chance_checks(read_record(tampered(lambda record: record.pop("seed"))), SHOWN)

"""Records that sites have written, as long as there are any: each stays right for good.

tests/vectors/site_records.jsonl holds them as they were written: a limit, an account that began,
bots, leavers of every kind, reshuffles, a result taken back, an end before the first turn.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.management.commands.check_records import outcome
from games.rules.notation.record import read_record
from games.rules.notation.replaying import replay
from games.rules.notation.writing import write_record
from games.rules.state import OVER
from tests.rules.builders import vectors
from tests.rules.records import decisions_of

RECORDS = vectors("site_records")


@pytest.mark.parametrize("told", RECORDS, ids=range(len(RECORDS)))
def test_it_is_accepted_with_its_scores_and_places(told: dict[str, Any]) -> None:
    assert outcome(told) == {"scores": told["scores"], "places": told["places"]}


@pytest.mark.parametrize("told", RECORDS, ids=range(len(RECORDS)))
def test_it_can_be_stepped_through_to_its_end(told: dict[str, Any]) -> None:
    replayed = replay(read_record(told))
    assert len(replayed.steps) == len(told["turns"])
    assert replayed.last.phase == OVER


@pytest.mark.parametrize("told", RECORDS, ids=range(len(RECORDS)))
def test_it_would_be_written_the_same_today(told: dict[str, Any]) -> None:
    record = read_record(told)
    assert (
        write_record(
            replay(record, 0).state,
            decisions_of(record),
            players=record.players,
            seed=record.seed,
            first_by=record.first_by,
        )
        == told
    )


def test_they_hold_what_can_come_up() -> None:
    assert {record["ruleset"] for record in RECORDS} == {
        *("rulebook", "arena", "arena-feud", "aetherya")
    }
    assert {len(record["players"]) for record in RECORDS} == {2, 3, 4}
    entries = " ".join(" ".join(record["turns"]) for record in RECORDS).split()
    assert {*entries} >= {"timeout", "resign", "claim", "reveal", "keep", "take"}
    keys = {key for record in RECORDS for key in record}
    assert keys >= {"turn_limit", "leavers", "bots", "first_by", "seed", "commitment", "rules"}
    assert any(not record.get("turn_limit") for record in RECORDS)
    assert any(len(record["reshuffles"]) > 1 for record in RECORDS)

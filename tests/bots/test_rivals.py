"""Against whom a bot plays, and who comes after it."""

from __future__ import annotations

import pytest

from games.bots.outlook import odds_of_unseen
from games.bots.rivals import handed_on, rivals_of
from games.bots.worth import Appraiser
from games.rules.state import State
from games.rules.visibility import view_for
from tests.bots.asking import NEUTRAL
from tests.rules.builders import table

AMONG_DWARVES = "pfms pDfp DmDp hDed"
"""Wants a Mountain."""


def handed(state: State) -> dict[str, float]:
    """What seat 0 hands on by each kind."""
    view = view_for(state, 0)
    odds = odds_of_unseen(view)
    return handed_on(view, 0, Appraiser(view.rulings, view.ruleset, odds), odds)


def test_the_next_seat_gains_by_what_fits_its_kingdom() -> None:
    gains = handed(table(NEUTRAL, AMONG_DWARVES, NEUTRAL))
    assert max(gains, key=lambda kind: gains[kind]) == "M"
    assert gains["E"] == 0


@pytest.mark.parametrize("drawings", [(NEUTRAL, AMONG_DWARVES), (AMONG_DWARVES, NEUTRAL)])
def test_a_seat_that_is_out_is_skipped(drawings: tuple[str, str]) -> None:
    state = table(NEUTRAL, *drawings, left=[(1, "resigned")])
    assert (handed(state)["M"] > 3) == (drawings[1] == AMONG_DWARVES)


def test_what_a_stand_in_gains_hurts_nobody() -> None:
    state = table(NEUTRAL, AMONG_DWARVES, NEUTRAL, left=[(1, "resigned")], leavers="bot")
    assert set(handed(state).values()) == {0}


def test_who_has_no_turn_left_gains_nothing() -> None:
    state = table(NEUTRAL, AMONG_DWARVES, turns=[0, 1], turn_limit=1)
    assert set(handed(state).values()) == {0}


def test_rivals_are_those_still_in() -> None:
    state = table(NEUTRAL, "HPHP PHPH HPHP PHPp", "pfms hHHg pfms hedg", left=[(1, "timeout")])
    view = view_for(state, 0)
    rivals = rivals_of(view, 0, Appraiser(view.rulings, view.ruleset, odds_of_unseen(view)))
    assert rivals.best < 10
    assert rivals.down == rivals.nearest == 14
    assert rivals.wanted == {"tribe-human"}
    assert rivals.share == 1

"""Where the greedy bot lays its cards."""

from __future__ import annotations

import pytest

from games.rules.engine import play
from games.rules.legends import LEGEND_IDS
from games.rules.state import ARRANGING
from tests.bots.asking import NEUTRAL, decision, told
from tests.rules.builders import square, table

NO_NEIGHBOUR_BUT_GOOD = "HPHP PHPH FMFM MFMs"
"""One face-down card left; a Marsh on the last row does no harm."""


@pytest.mark.parametrize(
    ("dealt", "apart"),
    [("DEFM", {"D", "E"}), ("HSGP", {"H", "G"}), ("EDHG", {"D", "E"})],
)
def test_centre_cards_in_conflict_lie_apart(dealt: str, apart: set[str]) -> None:
    state = table(
        f"pfms h{dealt[:2]}g p{dealt[2:]}s hedg", NEUTRAL, phase=ARRANGING, ready=[False, True]
    )
    arranged = decision(state)
    if arranged.act == "arrange":
        play(state, 0, arranged)
    lies = state.kingdoms[0].centre()
    assert apart in ({lies[0], lies[3]}, {lies[1], lies[2]})
    assert told(decision(state)) == "ready"


def test_a_goblin_goes_among_the_marshes() -> None:
    state = table("pfms hSSg pSms hedg", NEUTRAL, phase="placing", drawn="G")
    assert told(decision(state)) == "keep c3"


def test_a_discard_that_fits_is_taken() -> None:
    state = table("pfms hSSg pSms hedg", NEUTRAL, discard="G")
    assert told(decision(state)) == "take c3"


def test_a_discard_that_only_harms_is_left() -> None:
    state = table("pfms hPFg pfms hedg", NEUTRAL, discard="R")
    assert told(decision(state)) == "draw"


def test_a_wild_dragon_is_not_kept() -> None:
    state = table("pfms hPFg pfms hedg", NEUTRAL, phase="placing", drawn="R")
    assert decision(state).act == "reveal"


def test_a_dragon_is_kept_where_two_of_a_tribe_tame_it() -> None:
    state = table("pmHs hHmg pfms hedg", NEUTRAL, phase="placing", drawn="R")
    move = decision(state)
    assert move.act == "keep"
    assert move.square in {square("b1"), square("c2")}


def test_a_card_the_next_seat_wants_is_not_put_down() -> None:
    own = "HHmF RssP ERPe FfGf"
    among_dwarves, elsewhere = "pfms pDfp DmDp hDed", "pfms pFFp POOp hded"
    wanted = table(own, among_dwarves, phase="placing", drawn="M", discard="E")
    assert told(decision(wanted)) == "keep b2"
    unwanted = table(own, elsewhere, phase="placing", drawn="M", discard="E")
    assert told(decision(unwanted)) == "reveal b2"


def test_ahead_it_ends_the_game() -> None:
    state = table(
        NO_NEIGHBOUR_BUT_GOOD, NEUTRAL, phase="placing", drawn="S", legends=[[*LEGEND_IDS], []]
    )
    assert decision(state).square == square("d4")


def test_behind_it_lets_the_game_go_on() -> None:
    state = table(
        NO_NEIGHBOUR_BUT_GOOD, NEUTRAL, phase="placing", drawn="S", legends=[[], [*LEGEND_IDS]]
    )
    assert decision(state).square != square("d4")

"""How a game ends."""

from __future__ import annotations

import pytest

from games.rules.engine import play
from games.rules.errors import RulesError
from games.rules.moves import Event, Move
from games.rules.results import final_places, final_scores
from games.rules.state import OVER
from tests.rules.builders import at, codes, conceivable_moves, table

LAST = "eEPP PPPP PPPP PPPP"
OTHER = "hppp pppp pppp pppp"


def test_at_once_with_the_last_face_down_card_revealed() -> None:
    state = table(LAST, OTHER, river=["tribe-elf"])
    play(state, 0, Move("draw"))
    events = play(state, 0, at("reveal", "a1"))
    assert codes(events) == ["revealed", "ended"]
    assert events[-1].detail == state.end == "explored"
    assert state.phase == OVER
    assert state.turns == [1, 0]


def test_at_once_with_the_last_face_down_card_replaced() -> None:
    state = table(LAST, OTHER)
    assert codes(play(state, 0, at("take", "a1"))) == ["placed", "ended"]


def test_no_claim_after_that() -> None:
    state = table(LAST, OTHER, river=["tribe-elf"])
    play(state, 0, Move("draw"))
    play(state, 0, at("reveal", "a1"))
    with pytest.raises(RulesError, match="game-over"):
        play(state, 0, Move("claim", detail="tribe-elf"))


def test_all_cards_are_turned_up_and_scored() -> None:
    state = table(LAST, OTHER)
    play(state, 0, at("take", "a1"))
    assert state.kingdoms[1].rows() == ["HPPP", "PPPP", "PPPP", "PPPP"]
    assert [own.humans for own in final_scores(state)] == [0, 4]
    assert final_places(state) == [2, 1]


def test_the_turn_limit_ends_it_before_the_first_turn_too_many() -> None:
    state = table(OTHER, OTHER, OTHER, turn_limit=2)
    for turn in range(5):
        events = play(state, turn % 3, at("take", "bcdabc"[turn] + "4"))
        assert codes(events) == ["placed", "turn"]
    events = play(state, 2, at("take", "a4"))
    assert events[-1] == Event("ended", detail="limit")
    assert state.turns == [2, 2, 2]


def test_a_claim_after_the_last_action_still_counts() -> None:
    near = "Eppp pppp pppp pppp"
    state = table(
        near, near, river=["tribe-elf"], discard="E", turn_limit=1, active=1, turns=[1, 0]
    )
    assert codes(play(state, 1, at("take", "b1"))) == ["placed"]
    events = play(state, 1, Move("claim", detail="tribe-elf"))
    assert codes(events) == ["claimed", "ended"]
    assert state.legends[1] == ["tribe-elf"]


def test_nothing_is_accepted_any_more() -> None:
    state = table(LAST, OTHER)
    play(state, 0, at("take", "a1"))
    for seat, move in conceivable_moves(state):
        with pytest.raises(RulesError):
            play(state, seat, move)

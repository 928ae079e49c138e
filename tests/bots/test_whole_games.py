"""Bots play any game to its end, by legal moves alone, wherever they take over."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import BOTS
from games.bots.decisions import decisions
from games.rules.engine import play
from games.rules.legality import legal_moves
from games.rules.moves import Move
from games.rules.rulings import latest
from games.rules.setup import new_game
from games.rules.state import ARRANGING, OVER, State
from games.rules.visibility import view_for
from tests.rules.builders import random_game

LONGEST = 4000  # decisions; a game of bots has some hundred


def play_to_the_end(state: State, random: Random, *bots: str, leaving: float = 0.0) -> None:
    """Let one of `bots`, by lot, make each decision; AssertionError for one that is not legal."""
    for _decision in range(LONGEST):
        if state.phase == OVER:
            return
        seat = state.ready.index(False) if state.phase == ARRANGING else state.active
        legal = legal_moves(state, seat)
        leaves = [move for move in legal if move.act == "leave"]
        if leaves and random.random() < leaving:
            play(state, seat, random.choice(leaves))
            continue
        view = view_for(state, seat)
        offered = [move for moves in decisions(view).values() for move in moves]
        assert sorted(offered) == sorted(move for move in legal if move.act != "leave")
        move = BOTS[random.choice(bots)](view, random)
        assert move in legal
        play(state, seat, move)
    pytest.fail(f"not over after {LONGEST} decisions")


@settings(max_examples=20)
@given(number=st.integers(0, 2**32))
def test_every_decision_is_legal_in_any_game(number: int) -> None:
    random = Random(number)
    play_to_the_end(random_game(random), random, *BOTS, leaving=0.01)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", latest().rulesets)
@pytest.mark.parametrize("bot", BOTS)
def test_bots_end_a_game_without_turn_limit(bot: str, ruleset: str, players: int) -> None:
    random = Random(f"{bot} {ruleset} {players}")
    state = new_game(
        seed=random.randbytes(32), players=players, rulings=latest(), ruleset=ruleset, turn_limit=0
    )
    play_to_the_end(state, random, bot)
    assert state.end == "explored"


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_on_for_those_who_left(bot: str) -> None:
    random = Random(bot)
    state = new_game(
        seed=random.randbytes(32), players=3, rulings=latest(), leavers="bot", turn_limit=5
    )
    while state.phase == ARRANGING:
        play(state, state.ready.index(False), Move("ready"))
    out = state.active
    play(state, out, Move("leave", detail="resigned"))
    play_to_the_end(state, random, bot)
    assert state.turns[out] > 0


@pytest.mark.parametrize("bot", BOTS)
def test_same_view_and_same_lot_give_same_move(bot: str) -> None:
    state = new_game(seed=bytes(32), players=2, rulings=latest())
    for lot in range(60):
        seat = state.ready.index(False) if state.phase == ARRANGING else state.active
        one, other = (BOTS[bot](view_for(state, seat), Random(lot)) for _time in range(2))
        assert one == other
        play(state, seat, one)
        if state.phase == OVER:
            break
    assert any(state.turns)


@pytest.mark.parametrize("bot", BOTS)
def test_a_seat_with_nothing_to_decide_is_refused(bot: str) -> None:
    state = new_game(seed=bytes(32), players=2, rulings=latest())
    for seat in range(2):
        play(state, seat, Move("ready"))
    with pytest.raises(ValueError, match="nothing to decide"):
        BOTS[bot](view_for(state, 1 - state.active), Random(1))
    with pytest.raises(ValueError, match="nothing to decide"):
        BOTS[bot](view_for(state, None), Random(1))


def test_random_bot_leaves_no_act_out() -> None:
    state = new_game(seed=bytes(32), players=2, rulings=latest())
    random = Random(1)
    acts = set()
    while state.phase != OVER:
        seat = state.ready.index(False) if state.phase == ARRANGING else state.active
        move = BOTS["random"](view_for(state, seat), random)
        acts.add(move.act)
        play(state, seat, move)
    assert acts >= {"arrange", "ready", "draw", "take", "keep", "reveal", "claim"}

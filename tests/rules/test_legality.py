"""Legal moves: exactly those that are accepted."""

from __future__ import annotations

from itertools import permutations
from random import Random

from hypothesis import given, settings

from games.rules.engine import play
from games.rules.errors import RulesError
from games.rules.legality import legal_moves, turn_moves
from games.rules.moves import Move
from games.rules.state import State
from games.rules.visibility import legal_for
from tests.rules.builders import conceivable_moves, play_out, positions, random_game
from tests.rules.strategies import seeds


def accepted(state: State) -> set[tuple[int, Move]]:
    """Every conceivable decision that `play` takes; a refused one must change nothing."""
    taken = set()
    conceivable = conceivable_moves(state)
    for seat, dealt in enumerate(state.dealt):
        orders = map("".join, permutations(dealt))
        conceivable += [(seat, Move("arrange", detail=order)) for order in orders]
    trial = state.copy()
    for seat, move in conceivable:
        try:
            play(trial, seat, move)
        except RulesError:
            assert trial == state
        else:
            taken.add((seat, move))
            trial = state.copy()
    return taken


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_legal_moves_are_exactly_those_accepted(seed: int) -> None:
    random = Random(seed)
    for number, state in enumerate(positions(random_game(random), random)):
        if number > 6 and random.random() > 0.06:
            continue
        legal = [
            (seat, move)
            for seat in range(-1, len(state.kingdoms) + 1)
            for move in legal_moves(state, seat)
        ]
        assert len({*legal}) == len(legal)
        assert {*legal} == accepted(state)


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_what_a_view_tells_a_seat_is_the_same(seed: int) -> None:
    random = Random(seed)
    for state in positions(random_game(random), random):
        for seat in range(len(state.kingdoms)):
            told = legal_for(state, seat)
            moves = [Move("claim", detail=name) for name in told.claims]
            moves += [Move("draw")] * told.draw + [Move("pass")] * told.may_pass
            for act in ("take", "keep", "reveal"):
                moves += [Move(act, square) for square in getattr(told, act)]
            assert sorted(moves) == sorted(turn_moves(state, seat))
            acts = {move.act for move in legal_moves(state, seat)}
            assert told.arrange == ("arrange" in acts) == ("ready" in acts)
            assert told.leave == ("leave" in acts)


def test_a_watcher_may_do_nothing() -> None:
    random = Random(1)
    state = random_game(random, bots=frozenset())
    next(play_out(state, random))
    assert legal_for(state, None) == legal_for(state, None).__class__()


def test_random_games_meet_every_act() -> None:
    random = Random(5)
    met = set()
    for _ in range(20):
        state = random_game(random)
        met |= {move.act for _, move in play_out(state, random, leaving=0.01)}
    acts = {"arrange", "ready", "draw", "take", "keep", "reveal", "claim", "pass", "leave"}
    assert met == acts

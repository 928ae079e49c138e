"""Ways to play that bring a game to one end or another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.bots import any_legal, greedy
from games.bots.decisions import decisions
from games.rules.moves import Move
from games.rules.visibility import FACE_DOWN, View

Strategy = Callable[[View, Random], Move]

by_lot: Strategy = any_legal.choose
well: Strategy = greedy.choose


def to_the_end(view: View, random: Random) -> Move:
    """Turn up a card each turn: the Kingdom is soon explored."""
    return _first_of(view, random, ("claim", "pass", "reveal", "draw"))


def for_ever(view: View, random: Random) -> Move:
    """Turn nothing up as long as there is another way: the game ends by its limit, if at all."""
    found = decisions(view)
    if "keep" in found:
        found["keep"] = _on_face_up(view, found["keep"]) or found["keep"]
    act = next(act for act in ("claim", "pass", "keep", "reveal", "draw", "ready") if act in found)
    return random.choice(found[act])


def _first_of(view: View, random: Random, acts: Sequence[str]) -> Move:
    found = decisions(view)
    if "arrange" in found:
        return random.choice(found[random.choice(("arrange", "ready"))])
    return random.choice(next(found[act] for act in acts if act in found))


def _on_face_up(view: View, moves: Sequence[Move]) -> list[Move]:
    assert view.seat is not None
    cells = view.kingdoms[view.seat].cells
    return [move for move in moves if cells[move.square] != FACE_DOWN]

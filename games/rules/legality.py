"""Every move that would be accepted now, without trying."""

from __future__ import annotations

from itertools import permutations

from .arranging import may_arrange
from .cards import squares_in
from .errors import RulesError
from .leaving import REASONS, check_leave
from .legends import LEGENDS, fulfilled
from .moves import Move
from .state import ACTION, ARRANGING, CLAIMING, OVER, State


def claimable(state: State, seat: int) -> list[str]:
    """The River Legends the active seat may claim now, in River order."""
    if state.claimed or seat != state.active or state.phase in (ARRANGING, OVER):
        return []
    met = fulfilled(state.kingdoms[seat])
    return [legend for legend in state.river if legend in met] if met else []


def turn_moves(state: State, seat: int) -> list[Move]:
    """The legal moves of a seat's turn: all but arranging, getting ready and leaving."""
    if seat != state.active or state.phase in (ARRANGING, OVER):
        return []
    moves = [_CLAIMS[legend] for legend in claimable(state, seat)]
    kingdom = state.kingdoms[seat]
    if state.phase == CLAIMING:
        moves.append(_PASS)
    elif state.phase == ACTION:
        moves.append(_DRAW)
        moves += _TAKES.to(kingdom.open_to(state.discard[-1]))
    else:
        moves += _KEEPS.to(kingdom.open_to(state.drawn))
        moves += _REVEALS.to(kingdom.down)
    return moves


def legal_moves(state: State, seat: int) -> list[Move]:
    """All moves `play` accepts from a seat now, each once."""
    moves = turn_moves(state, seat)
    if may_arrange(state, seat):
        moves += [
            Move("arrange", detail="".join(cards)) for cards in permutations(state.dealt[seat])
        ]
        moves.append(Move("ready"))
    return moves + [Move("leave", detail=why) for why in REASONS if may_leave(state, seat, why)]


def may_leave(state: State, seat: int, why: str = "resigned") -> bool:
    """Whether a seat may leave now for this reason."""
    try:
        check_leave(state, seat, why)
    except RulesError:
        return False
    return True


class _Moves:
    """The moves of one act to each of a set of squares, from tables for rows 1–2 and rows 3–4."""

    def __init__(self, act: str) -> None:
        self.upper, self.lower = (
            [[Move(act, square) for square in squares_in(half << shift)] for half in range(256)]
            for shift in (0, 8)
        )

    def to(self, squares: int) -> list[Move]:
        return self.upper[squares & 255] + self.lower[squares >> 8]


_CLAIMS = {legend: Move("claim", detail=legend) for legend in LEGENDS}
_DRAW = Move("draw")
_PASS = Move("pass")
_TAKES, _KEEPS, _REVEALS = _Moves("take"), _Moves("keep"), _Moves("reveal")

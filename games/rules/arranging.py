"""Before the first turn: laying out the four centre cards (RULES *Setup* 2 and 4)."""

from __future__ import annotations

from .errors import RulesError
from .flow import refusal
from .moves import Event, Move
from .state import ACTION, ARRANGING, State

TIME_UP = "timeout"


def arrange(state: State, seat: int, move: Move) -> list[Event]:
    """Lay the own four cards on b2 c2 b3 c3, as often as wanted until ready."""
    _not_ready_yet(state, seat)
    if sorted(move.detail) != sorted(state.dealt[seat]):
        raise RulesError("not-your-cards")
    state.kingdoms[seat].arrange(move.detail)
    return [Event("arranged", seat, detail=move.detail)]


def get_ready(state: State, seat: int, move: Move) -> list[Event]:
    """Say that the arrangement stands; the last one to do so starts the game.

    Time up (detail `timeout`): the cards stay as they were dealt.
    """
    _not_ready_yet(state, seat)
    if move.detail == TIME_UP:
        state.kingdoms[seat].arrange(state.dealt[seat])
    state.ready[seat] = True
    return begin_when_ready(state, [Event("readied", seat, detail=move.detail)])


def begin_when_ready(state: State, events: list[Event]) -> list[Event]:
    """Turn the first card over as the Discard once every seat is ready."""
    if all(state.ready):
        state.discard.append(state.pile.pop())
        state.phase = ACTION
        events.append(Event("began", state.active, kind=state.discard[-1]))
    return events


def may_arrange(state: State, seat: int) -> bool:
    """Whether a seat may still lay out its cards."""
    return state.phase == ARRANGING and seat in range(len(state.ready)) and not state.ready[seat]


def _not_ready_yet(state: State, seat: int) -> None:
    if may_arrange(state, seat):
        return
    if state.phase == ARRANGING and seat in range(len(state.ready)):
        raise RulesError("already-ready")
    raise refusal(state, seat, ARRANGING)

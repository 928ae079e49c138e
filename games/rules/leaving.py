"""A seat goes out: its player resigns, runs out of time or is removed (RULES *Leaving*)."""

from __future__ import annotations

from .arranging import begin_when_ready
from .errors import RulesError
from .flow import end_turn, finish, next_turn, refusal, seat_after
from .moves import Event, Move
from .state import ACTION, ARRANGING, CLAIMING, OVER, State

REASONS = ("resigned", "timeout", "removed")


def leave(state: State, seat: int, move: Move) -> list[Event]:
    """Put a seat out; its own turn is cut short, and the next seat plays.

    After the action time up only passes, and any other leave lets the running turn end as passed
    first when it is the leaver's own or when the leave ends the game: so a record, which notes
    that turn before the leave, tells the same. Bots from the start cannot leave.
    """
    why = move.detail
    check_leave(state, seat, why)
    events: list[Event] = []
    if state.phase == CLAIMING and (seat == state.active or end_without(state, seat)):
        _pass(state, events)
        if state.phase == OVER or why == "timeout":
            return events
    end = end_without(state, seat)
    given_back = _give_back(state) if end or seat == state.active else ""
    state.left.append((seat, why))
    events.append(Event("left", seat, kind=given_back, detail=why))
    if state.phase == ARRANGING and not state.ready[seat]:
        state.kingdoms[seat].arrange(state.dealt[seat])
        state.ready[seat] = True
    if end:
        return finish(state, end, events)
    if state.phase == ARRANGING:
        # A first turn is cut short as any other: a record cannot tell the two apart.
        if seat == state.active:
            state.active = seat_after(state, seat)
        return begin_when_ready(state, events)
    return next_turn(state, events) if seat == state.active else events


def check_leave(state: State, seat: int, why: str) -> None:
    """Raise what stands against this seat's leaving now for this reason."""
    if state.phase == OVER or seat not in range(len(state.kingdoms)):
        raise refusal(state, seat, ACTION)
    if seat in state.bots or seat in state.seats_out():
        raise RulesError("cannot-leave", seat=seat)
    if why not in REASONS:
        raise RulesError("no-such-reason", reason=why)
    if why == "timeout" and (seat != state.active or state.phase == ARRANGING):
        raise refusal(state, seat, ACTION)


def end_without(state: State, seat: int) -> str:
    """Why the game ends when this seat leaves: `alone`, `bots`; empty if it goes on."""
    stay = {*range(len(state.kingdoms))} - state.seats_out() - {seat}
    if len(stay) == 1:
        return "alone"
    return "bots" if stay <= state.bots else ""


def pass_turn(state: State, seat: int, _: Move) -> list[Event]:
    """End the own turn without a claim."""
    if state.phase != CLAIMING or seat != state.active:
        raise refusal(state, seat, CLAIMING)
    return _pass(state, [])


def _pass(state: State, events: list[Event]) -> list[Event]:
    events.append(Event("passed", state.active))
    return end_turn(state, events)


def _give_back(state: State) -> str:
    """Put the card in hand, if any, back on top of the draw pile."""
    card, state.drawn = state.drawn, ""
    state.pile += card
    return card

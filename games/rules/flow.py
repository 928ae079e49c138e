"""How turns follow each other, and how a game ends (RULES *A turn*, *End*, *Leaving*)."""

from __future__ import annotations

from .errors import RulesError
from .legends import fulfilled
from .moves import Event
from .state import ACTION, ARRANGING, CLAIMING, OVER, State


def refusal(state: State, seat: int, phase: str) -> RulesError:
    """Why this seat may not do now what belongs to that phase."""
    if state.phase == OVER:
        return RulesError("game-over")
    if seat not in range(len(state.kingdoms)):
        return RulesError("no-such-seat", seat=seat)
    if state.phase != ARRANGING and phase != ARRANGING and seat != state.active:
        return RulesError("not-your-turn")
    return RulesError("wrong-phase", phase=state.phase)


def after_action(state: State, seat: int, events: list[Event]) -> list[Event]:
    """Go on after a card was placed or revealed: the end, a reshuffle, a claim, the next turn."""
    kingdom = state.kingdoms[seat]
    if not kingdom.down:
        state.turns[seat] += 1
        return finish(state, "explored", events)
    if not state.pile:
        _make_pile_anew(state, events)
    if not state.claimed and not fulfilled(kingdom).isdisjoint(state.river):
        state.phase = CLAIMING
        return events
    return end_turn(state, events)


def _make_pile_anew(state: State, events: list[Event]) -> None:
    number = state.reshuffles + 1
    top = state.discard.pop()
    cards = state.reshuffle(state.discard[::-1], number)
    state.reshuffles = number
    state.pile = cards[::-1]
    state.discard = [top]
    events.append(Event("reshuffled", kind="".join(cards), detail=str(number)))


def end_turn(state: State, events: list[Event]) -> list[Event]:
    """Count the turn of the active seat and pass on to the next."""
    state.turns[state.active] += 1
    return next_turn(state, events)


def next_turn(state: State, events: list[Event]) -> list[Event]:
    """Make the next seat active, or end the game if it has had its turns."""
    seat = seat_after(state, state.active)
    if state.turns[seat] >= state.turn_limit > 0:
        return finish(state, "limit", events)
    state.active = seat
    state.claimed = ""
    state.phase = ACTION
    events.append(Event("turn", seat))
    return events


def seat_after(state: State, seat: int) -> int:
    """The next seat that takes turns; those that are out are skipped unless bots play them."""
    seats = len(state.kingdoms)
    seat = (seat + 1) % seats
    if state.left and state.leavers == "out":
        out = state.seats_out()
        while seat in out:
            seat = (seat + 1) % seats
    return seat


def finish(state: State, why: str, events: list[Event]) -> list[Event]:
    """End the game: every card is turned up."""
    for kingdom in state.kingdoms:
        kingdom.reveal_all()
    state.claimed = ""
    state.phase = OVER
    state.end = why
    events.append(Event("ended", detail=why))
    return events

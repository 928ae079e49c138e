"""The one door through which a game changes: a seat's move in, events out."""

from __future__ import annotations

from collections.abc import Callable

from .arranging import arrange, get_ready
from .cards import DRAGON, PORTAL, SQUARES
from .errors import RulesError
from .flow import after_action, end_turn, refusal
from .kingdom import Kingdom
from .leaving import leave, pass_turn
from .legends import fulfilled, known_legend
from .moves import Event, Move
from .state import ACTION, CLAIMING, PLACING, State


def play(state: State, seat: int, move: Move) -> list[Event]:
    """Make a move in place and tell what happened, in order.

    Raises RulesError, before anything has changed, for a move that is not legal now. (Only a
    `reshuffle` read from a record may raise later: then the record is wrong and the game done.)
    """
    act = _ACTS.get(move.act)
    if act is None:
        raise RulesError("no-such-move", act=move.act)
    return act(state, seat, move)


def apply(state: State, seat: int, move: Move) -> tuple[State, list[Event]]:
    """The game after a move, and what happened; the one given stays as it is."""
    after = state.copy()
    return after, play(after, seat, move)


def _draw(state: State, seat: int, _: Move) -> list[Event]:
    if state.phase != ACTION or seat != state.active:
        raise refusal(state, seat, ACTION)
    state.drawn = card = state.pile.pop()
    state.phase = PLACING
    return [Event("drew", seat, -1, card)]


def _take(state: State, seat: int, move: Move) -> list[Event]:
    if state.phase != ACTION or seat != state.active:
        raise refusal(state, seat, ACTION)
    card = state.discard[-1]
    square = move.square
    kingdom = state.kingdoms[seat]
    if square not in _BOARD or not kingdom.open_to(card) >> square & 1:
        raise _not_placeable(kingdom, square, card)
    state.discard[-1] = freed = kingdom.place(square, card)
    return after_action(state, seat, [Event("placed", seat, square, card, freed, "take")])


def _keep(state: State, seat: int, move: Move) -> list[Event]:
    if state.phase != PLACING or seat != state.active:
        raise refusal(state, seat, PLACING)
    card = state.drawn
    square = move.square
    kingdom = state.kingdoms[seat]
    if square not in _BOARD or not kingdom.open_to(card) >> square & 1:
        raise _not_placeable(kingdom, square, card)
    freed = kingdom.place(square, card)
    state.discard.append(freed)
    state.drawn = ""
    return after_action(state, seat, [Event("placed", seat, square, card, freed, "keep")])


def _reveal(state: State, seat: int, move: Move) -> list[Event]:
    if state.phase != PLACING or seat != state.active:
        raise refusal(state, seat, PLACING)
    square = move.square
    kingdom = state.kingdoms[seat]
    if square not in _BOARD:
        raise RulesError("no-such-square", square=square)
    if not kingdom.down >> square & 1:
        raise RulesError("already-revealed", square=SQUARES[square])
    card = state.drawn
    state.discard.append(card)
    state.drawn = ""
    return after_action(
        state, seat, [Event("revealed", seat, square, kingdom.reveal(square), card)]
    )


def _claim(state: State, seat: int, move: Move) -> list[Event]:
    if state.phase not in _CLAIMABLE or seat != state.active:
        raise refusal(state, seat, ACTION)
    legend = known_legend(move.detail)
    if state.claimed:
        raise RulesError("one-claim-a-turn")
    if legend not in state.river:
        raise RulesError("not-in-river", legend=legend)
    if legend not in fulfilled(state.kingdoms[seat]):
        raise RulesError("not-fulfilled", legend=legend)
    place = state.river.index(legend)
    state.legends[seat].append(legend)
    state.claimed = legend
    events = [Event("claimed", seat, detail=legend)]
    if state.legend_pile:
        state.river[place] = state.legend_pile.pop()
        events.append(Event("offered", detail=state.river[place]))
    else:
        del state.river[place]
    return end_turn(state, events) if state.phase == CLAIMING else events


def _not_placeable(kingdom: Kingdom, square: int, card: str) -> RulesError:
    """What stands against placing this card on this square."""
    if square not in _BOARD:
        return RulesError("no-such-square", square=square)
    there = kingdom.cells[square]
    if there in (PORTAL, DRAGON):
        return RulesError("locked", square=SQUARES[square], kind=there)
    return RulesError("same-kind", square=SQUARES[square], kind=card)


_BOARD = range(len(SQUARES))
_CLAIMABLE = (ACTION, PLACING, CLAIMING)
_ACTS: dict[str, Callable[[State, int, Move], list[Event]]] = {
    "arrange": arrange,
    "ready": get_ready,
    "draw": _draw,
    "take": _take,
    "keep": _keep,
    "reveal": _reveal,
    "claim": _claim,
    "pass": pass_turn,
    "leave": leave,
}

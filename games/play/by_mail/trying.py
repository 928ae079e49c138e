"""The orders of one mail, one after the other, up to the first that cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Seat
from games.play.errors import PlayError
from games.play.storage import Table
from games.play.turns import take_turn
from games.rules.cards import CENTRE, SQUARES
from games.rules.errors import RulesError
from games.rules.moves import Move
from games.rules.state import ACTION, ARRANGING, PLACING, State

from .order import LONGEST_TEXT, RESIGN, UNREAD, Order, Told
from .turns_running import is_running_turn

NOTHING_TO_PASS = "nothing-to-pass"
"""The code of a `pass` that counts as done with the order before it, and makes no move."""
ASKS_BACK = "resign-again"
"""The code of a `resign` that its author is asked to say once more."""
_RESIGNED = Move("leave", detail="resigned")
_MAY_END_A_TURN = ("keep", "reveal", "take", "claim", "pass")
_OF_ARRANGING = ("arrange", "ready", "swap")


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of them: one for each order, in their order."""

    told: list[Told]
    asks_to_resign: bool

    @property
    def done(self) -> bool:
        """Whether at least one was done."""
        return any(each["move"] is not None for each in self.told)


def try_all(
    table: Table,
    seat: int,
    turn: str,
    orders: Sequence[Order],
    *,
    may_resign: bool,
    now: datetime,
) -> Tried:
    """Do the orders of `seat` until one is refused; those after it are not tried.

    Each is done whole or not at all. Resigning is refused with ASKS_BACK, which asks back,
    unless it `may_resign`. The caller holds the lock on the game.
    """
    told: list[Told] = []
    for number, order in enumerate(orders):
        ended = number > 0 and not is_running_turn(table, seat, turn)
        if ended and order.verb == "pass" and orders[number - 1].verb in _MAY_END_A_TURN:
            told.append(_told(order, move=told[-1]["move"]) | {"code": NOTHING_TO_PASS})
            continue
        try:
            move = _move_for(order, table, seat, turn, may_resign=may_resign)
            table = take_turn(
                game_id=table.game.pk, seat=seat, move=move, version=table.game.version, now=now
            )
        except (PlayError, RulesError) as refusal:
            told.append(_told(order, refusal=refusal))
            told += [_told(later) for later in orders[number + 1 :]]
            return Tried(told, refusal.code == ASKS_BACK)
        told.append(_told(order, move=table.game.version))
    return Tried(told, False)


def resign_at_table(table: Table, seat: Seat, orders: Sequence[Order]) -> list[Told]:
    """Return what is told of resigning in a mail when it is no turn of `seat`; [] of all else."""
    if not table.game.is_running or seat.left_at is not None:
        return []
    refusal = PlayError("resign-at-table")
    return [_told(order, refusal=refusal) for order in orders if order.verb == RESIGN][:1]


def _told(
    order: Order, *, move: int | None = None, refusal: PlayError | RulesError | None = None
) -> Told:
    code, params = ("", {}) if refusal is None else (refusal.code, refusal.params)
    if code == "same-kind" and order.verb == "keep":  # that kind is the drawn card's
        code, params = "same-kind-drawn", {"square": params["square"]}
    return {
        "text": order.text[:LONGEST_TEXT],
        "move": move,
        "code": code,
        "params": {
            name: value if isinstance(value, int) else str(value) for name, value in params.items()
        },
    }


def _move_for(order: Order, table: Table, seat: int, turn: str, *, may_resign: bool) -> Move:
    """Return the move that an order asks for; whether it is legal is for the rules to say.

    Raises PlayError for what can be no move: the rules know no names, and no mails.
    """
    if order.verb == UNREAD:
        raise PlayError(order.code, **order.params)
    state = table.state
    if not is_running_turn(table, seat, turn):
        if state.phase == ARRANGING and order.verb in _OF_ARRANGING:
            raise PlayError("already-ready")
        raise PlayError("turn-ended")
    if order.verb == RESIGN:
        if not may_resign:
            raise PlayError(ASKS_BACK)
        return _RESIGNED
    if order.verb in _OF_ARRANGING:
        if state.phase != ARRANGING:
            raise PlayError("arranged-already")
        return _arranging(order, state, seat)
    if order.verb in ("keep", "reveal") and state.phase == ACTION:
        raise PlayError("draw-first")
    _check_card(order, state)
    square = order.squares[0] if order.squares else -1
    return Move(order.verb, square, order.detail)


def _arranging(order: Order, state: State, seat: int) -> Move:
    if order.verb != "swap":
        return Move(order.verb, detail=order.detail)
    for square in order.squares:
        if square not in CENTRE:
            raise PlayError("not-centre", square=SQUARES[square])
    cards = dict(zip(CENTRE, state.kingdoms[seat].centre(), strict=True))
    one, other = order.squares
    cards[one], cards[other] = cards[other], cards[one]
    return Move("arrange", detail="".join(cards[square] for square in CENTRE))


def _check_card(order: Order, state: State) -> None:
    """Raise PlayError when the card that its author named is not the one that it is about.

    That one is not told: what is written down of a refusal holds no card that others do not know.
    """
    if order.verb == "take" and state.phase == ACTION:
        card = state.discard[-1]
    elif order.verb in ("keep", "reveal") and state.phase == PLACING:
        card = state.drawn
    else:
        return
    if order.kind not in ("", card):
        raise PlayError("other-card", kind=order.kind)

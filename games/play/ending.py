"""How players end a game without a result: called off at the start, or by agreement later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Seat

from . import agreement, notices
from .errors import PlayError
from .turns import lock


def call_off(*, game_id: int, user: User, now: datetime) -> Game:
    """End a game in which somebody has not had a first turn yet; any player may.

    Raises PlayError: `not-running`, `no-seat`, `seat-out`, `too-late-to-call-off`.
    """
    with transaction.atomic():
        game, seats, seat = _at_the_table(game_id, user)
        if not may_call_off(seats):
            raise PlayError("too-late-to-call-off")
        agreement.end(game, seats, "called-off", by=seat, now=now)
    return game


def propose(*, game_id: int, user: User, now: datetime) -> Game:
    """Propose to all others to end the game without a result; bots do not mind.

    Silence becomes consent after a turn's time and time bank (`answers.time_to_answer`), or when
    the own clock runs out in a turn. The own proposal made again is the one that stands. Raises
    PlayError: `not-running`, `no-seat`, `seat-out`, `proposed-already` by somebody else (name),
    `proposed-lately` when the seat has not had a turn since its last proposal.
    """
    with transaction.atomic():
        game, seats, seat = _at_the_table(game_id, user)
        if game.proposed_by is not None:
            if game.proposed_by != seat.number:
                raise PlayError("proposed-already", name=seats[game.proposed_by].shown_name)
        elif seat.proposed_turn == seat.turns:
            raise PlayError("proposed-lately")
        elif not agreement.make_proposal(game, seats, seat, now):
            notices.proposed(game, seats, by=seat, now=now)
    return game


def answer(*, game_id: int, user: User, agrees: bool, now: datetime) -> Game:
    """Agree to the proposal that stands, or refuse, which is the end of it.

    Raises PlayError: `not-running`, `no-seat`, `seat-out`, `no-proposal`.
    """
    with transaction.atomic():
        game, seats, seat = _at_the_table(game_id, user)
        if game.proposed_by is None:
            raise PlayError("no-proposal")
        if agrees:
            agreement.agree(game, seats, seat, now)
        else:
            agreement.drop_proposal(game)
    return game


def may_call_off(seats: Sequence[Seat]) -> bool:
    """Return whether some seat, a bot's too, has not had its first turn yet."""
    return any(seat.turns == 0 and seat.left_at is None for seat in seats)


def _at_the_table(game_id: int, user: User) -> tuple[Game, list[Seat], Seat]:
    """Return the game, locked, its seats by number, and the one of `user`, who plays."""
    game = lock(game_id)
    if not game.is_running:
        raise PlayError("not-running", status=game.status)
    seats = list(game.seats.select_related("user").order_by("number"))
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    if seat is None:
        raise PlayError("no-seat")
    if seat.left_at is not None:
        raise PlayError("seat-out")
    return game, seats, seat

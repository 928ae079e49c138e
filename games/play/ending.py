"""Ending a game without a result: called off at the start, or by agreement later."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games.models import Game, Seat

from . import clock, notices
from .errors import PlayError
from .storage import Table, load
from .turns import lock


def call_off(*, game_id: int, user: User, now: datetime) -> Game:
    """End a game in which somebody has not had a first turn yet; any player may.

    Raises PlayError: `not-running`, `no-seat`, `seat-out`, `too-late-to-call-off`.
    """
    with transaction.atomic():
        table, seat = _at_the_table(game_id, user)
        if not may_call_off(table.seats):
            raise PlayError("too-late-to-call-off")
        _end(table.game, table.seats, "called-off", by=seat, now=now)
    return table.game


def propose(*, game_id: int, user: User, now: datetime) -> Game:
    """Propose to all others to end the game without a result; bots do not mind.

    Silence becomes consent after the time of a turn (three days without a clock), or when the own
    clock runs out. Proposing again what stands already changes nothing. Raises PlayError:
    `not-running`, `no-seat`, `seat-out`, `proposed-lately` when the seat has not had a turn since
    its last proposal.
    """
    with transaction.atomic():
        table, seat = _at_the_table(game_id, user)
        game = table.game
        if game.proposed_by is not None:
            return _agree(table, seat, now)
        if seat.proposed_turn == seat.turns:
            raise PlayError("proposed-lately")
        within = timedelta(seconds=game.turn_seconds or clock.AGREE_WITHIN)
        game.proposed_by, game.proposal_deadline = seat.number, now + within
        seat.proposed_turn = seat.turns
        seat.save(update_fields=["proposed_turn"])
        if _agree(table, seat, now).status != Game.Status.VOID:
            notices.proposed(game, table.seats, by=seat, now=now)
    return game


def answer(*, game_id: int, user: User, agrees: bool, now: datetime) -> Game:
    """Agree to the proposal that stands, or refuse, which is the end of it.

    Raises PlayError: `not-running`, `no-seat`, `seat-out`, `no-proposal`.
    """
    with transaction.atomic():
        table, seat = _at_the_table(game_id, user)
        if table.game.proposed_by is None:
            raise PlayError("no-proposal")
        if agrees:
            return _agree(table, seat, now)
        _drop_proposal(table.game, table.seats)
    return table.game


def end_by_silence(game: Game, now: datetime) -> None:
    """End a game whose proposal nobody has refused in time; the caller holds the lock."""
    _end(game, load(game).seats, "agreed", by=None, now=now)


def agrees_by_silence(game: Game, table: Table, seat: int, now: datetime) -> bool:
    """Count the seat whose clock has run out as agreeing; return whether that ended the game.

    The caller holds the lock.
    """
    if game.proposed_by is None or table.seats[seat].agreed:
        return False
    return _agree(table, table.seats[seat], now).status == Game.Status.VOID


def may_call_off(seats: list[Seat]) -> bool:
    """Return whether some seat has not had its first turn yet."""
    return any(seat.turns == 0 and seat.left_at is None for seat in seats)


def asked(seats: list[Seat]) -> list[Seat]:
    """Return the seats of people whose consent a proposal needs."""
    return [seat for seat in seats if not seat.bot and seat.left_at is None]


def _at_the_table(game_id: int, user: User) -> tuple[Table, Seat]:
    game = lock(game_id)
    if not game.is_running:
        raise PlayError("not-running", status=game.status)
    table = load(game)
    seat = next((seat for seat in table.seats if seat.user_id == user.pk), None)
    if seat is None:
        raise PlayError("no-seat")
    if seat.left_at is not None:
        raise PlayError("seat-out")
    return table, seat


def _agree(table: Table, seat: Seat, now: datetime) -> Game:
    game = table.game
    seat.agreed = True
    seat.save(update_fields=["agreed"])
    if all(each.agreed for each in asked(table.seats)):
        _end(game, table.seats, "agreed", by=None, now=now)
    else:
        _save(game, "proposed_by", "proposal_deadline")
    return game


def _drop_proposal(game: Game, seats: list[Seat]) -> None:
    game.proposed_by = game.proposal_deadline = None
    for seat in seats:
        seat.agreed = False
    Seat.objects.filter(game=game).update(agreed=False)
    _save(game, "proposed_by", "proposal_deadline")


def _end(game: Game, seats: list[Seat], why: str, *, by: Seat | None, now: datetime) -> None:
    game.status = Game.Status.VOID
    game.end = why
    game.ended_at = now
    game.bot_due = False
    game.proposed_by = game.proposal_deadline = None
    clock.clear(game)
    _save(game, "status", "end", "ended_at", "bot_due", "proposed_by", "proposal_deadline")
    notices.called_off(game, seats, by=by, now=now)


def _save(game: Game, *columns: str) -> None:
    game.version += 1
    game.save(update_fields=["version", *clock.COLUMNS, *columns])

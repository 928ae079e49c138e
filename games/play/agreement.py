"""Whether all agree to end a game without a result, and that end; the caller holds the lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Game, Seat
from games.rules.state import State

from . import clock, notices
from .pace import DAY
from .storage import Table

ANSWER_WITHIN = 3 * DAY
"""Seconds to answer a proposal at a table without a clock; else it is the time of a turn."""
_PROPOSAL = ("proposed_by", "proposed_at", "proposal_deadline")


def asked(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of people whose consent a proposal needs."""
    return [seat for seat in seats if not seat.bot and seat.left_at is None]


def make_proposal(game: Game, seats: Sequence[Seat], by: Seat, now: datetime) -> bool:
    """Let `by` propose; return whether that ended the game, as nobody else is asked."""
    game.proposed_by, game.proposed_at, game.proposal_deadline = by.number, now, now
    by.proposed_turn = by.turns
    by.save(update_fields=["proposed_turn"])
    game.proposal_deadline = _answer_by(game, seats, now)
    return agree(game, seats, by, now)


def agree(game: Game, seats: Sequence[Seat], seat: Seat, now: datetime) -> bool:
    """Count `seat` as agreeing to the proposal, if one stands; return whether that ended the game.

    Agreeing twice changes nothing.
    """
    if game.proposed_by is None or seat.agreed:
        return False
    seat.agreed = True
    seat.save(update_fields=["agreed"])
    if all(each.agreed for each in asked(seats)):
        end(game, seats, "agreed", by=None, now=now)
        return True
    _save(game, *_PROPOSAL)
    return False


def drop_proposal(game: Game) -> None:
    """Let the proposal that stands be none."""
    _forget_proposal(game)
    Seat.objects.filter(game=game).update(agreed=False)
    _save(game, *_PROPOSAL)


def settle(table: Table, before: State, now: datetime) -> bool:
    """Look at the proposal once a seat has gone out; return whether all who are left agree.

    Then the game is over. The proposal of a seat that is out is none any more.
    """
    game = table.game
    if game.proposed_by is None or len(table.state.left) == len(before.left):
        return False
    if table.seats[game.proposed_by].left_at is not None:
        drop_proposal(game)
        return False
    if not all(seat.agreed for seat in asked(table.seats)):
        return False
    end(game, table.seats, "agreed", by=None, now=now)
    return True


def wait_for_the_away(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Give those on vacation, who cannot answer, the time for it once they are back."""
    if any(_is_away(game, seat, now) for seat in _silent(seats)):
        game.proposal_deadline = _answer_by(game, seats, now)


def end(game: Game, seats: Sequence[Seat], why: str, *, by: Seat | None, now: datetime) -> None:
    """End the game without a result and tell all but `by`, who did it."""
    game.status = Game.Status.VOID
    game.end = why
    game.ended_at = now
    game.bot_due = False
    _forget_proposal(game)
    clock.clear(game)
    _save(game, "status", "end", "ended_at", "bot_due", *_PROPOSAL)
    notices.called_off(game, seats, by=by, now=now)


def _answer_by(game: Game, seats: Sequence[Seat], now: datetime) -> datetime:
    """Return until when all have had the time to answer that a turn has, vacations apart."""
    back = [
        seat.user.vacation_until
        for seat in _silent(seats)
        if seat.user and _is_away(game, seat, now)
    ]
    within = timedelta(seconds=game.turn_seconds or ANSWER_WITHIN)
    return max([now, *(until for until in back if until is not None)]) + within


def _silent(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in asked(seats) if not seat.agreed]


def _is_away(game: Game, seat: Seat, now: datetime) -> bool:
    return game.vacations and seat.user is not None and seat.user.is_away(now)


def _forget_proposal(game: Game) -> None:
    game.proposed_by = game.proposed_at = game.proposal_deadline = None


def _save(game: Game, *columns: str) -> None:
    game.version += 1
    game.save(update_fields={"version", *clock.COLUMNS, *columns})

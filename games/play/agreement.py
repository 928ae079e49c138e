"""Whether all agree to end a game without a result, and that end; the caller holds the lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import User, Vacation
from games.models import Game, Seat
from games.rules.state import State

from . import clock, notices
from .pace import DAY
from .storage import Table

ANSWER_WITHIN = 3 * DAY
"""Seconds to answer a proposal at a table without a clock."""
LEAST_TO_ANSWER = DAY
"""Seconds to answer at least, however fast the game."""
_PROPOSAL = ("proposed_by", "proposed_at", "proposal_deadline")


def asked(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of people whose consent a proposal needs."""
    return [seat for seat in seats if not seat.bot and seat.left_at is None]


def time_to_answer(game: Game, silent: Sequence[Seat]) -> int:
    """Return the seconds that the `silent` have to answer a proposal: as long as their clocks go.

    That is a turn and the largest time bank left among them, a day at least.
    """
    if game.turn_seconds is None:
        return ANSWER_WITHIN
    bank = max((seat.bank_seconds for seat in silent), default=0)
    return max(LEAST_TO_ANSWER, game.turn_seconds + bank)


def is_last_to_agree(game: Game, seats: Sequence[Seat], seat: Seat) -> bool:
    """Return whether the consent of `seat` alone is missing to a proposal that stands."""
    return game.proposed_by is not None and _silent(seats) == [seat]


def make_proposal(game: Game, seats: Sequence[Seat], by: Seat, now: datetime) -> bool:
    """Let `by` propose; return whether that ended the game, as nobody else is asked."""
    others = [seat for seat in _silent(seats) if seat is not by]
    within = timedelta(seconds=time_to_answer(game, others))
    game.proposed_by, game.proposed_at = by.number, now
    away = _after_vacations(game, others, within, now)
    game.proposal_deadline = max([now + within, *away])
    by.proposed_turn = by.turns
    by.save(update_fields=["proposed_turn"])
    return agree(game, seats, by, now)


def agree(
    game: Game, seats: Sequence[Seat], seat: Seat, now: datetime, *, by_silence: bool = False
) -> bool:
    """Count `seat` as agreeing to the proposal, if one stands; return whether that ended the game.

    Who ends it with a word of their own is not told of it. Agreeing twice changes nothing.
    """
    if game.proposed_by is None or seat.agreed:
        return False
    seat.agreed = True
    seat.save(update_fields=["agreed"])
    if all(each.agreed for each in asked(seats)):
        end(game, seats, "agreed", by=None if by_silence else seat, now=now)
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


def wait_for_the_away(game: Game, seats: Sequence[Seat]) -> None:
    """Give those who were away when time was up the time to answer once they are back.

    That is so whether vacations stop the clock at the table or not.
    """
    due = game.proposal_deadline
    if due is not None:
        silent = _silent(seats)
        within = timedelta(seconds=time_to_answer(game, silent))
        game.proposal_deadline = max([due, *_after_vacations(game, silent, within, due)])


def come_back(game: Game, seats: Sequence[Seat], user: User, now: datetime) -> None:
    """Give `user`, whose vacation is over, the time to answer the proposal that stands, once."""
    due, silent = game.proposal_deadline, _silent(seats)
    if due is None or _was_back_before(game, user):
        return
    if any(seat.user_id == user.pk for seat in silent):
        within = timedelta(seconds=time_to_answer(game, silent))
        game.proposal_deadline = max(due, now + within)


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


def _after_vacations(
    game: Game, silent: Sequence[Seat], within: timedelta, before: datetime
) -> list[datetime]:
    """Return until when those who left by the moment `before` have the time to answer once back.

    A vacation stays with its user until `vacations.settle` has noted its end. Of each person the
    first that touches the proposal counts: with one after the other nobody holds up the others.
    """
    return [
        user.vacation_until + within
        for user in (seat.user for seat in silent)
        if user is not None
        and user.vacation_from is not None
        and user.vacation_until is not None
        and user.vacation_from <= before
        and not _was_back_before(game, user)
    ]


def _was_back_before(game: Game, user: User) -> bool:
    """Return whether `user` has come back from a vacation since the proposal that stands."""
    vacations = Vacation.objects.filter(user=user, over=True)
    return vacations.filter(ends__gt=game.proposed_at).exists()


def _silent(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in asked(seats) if not seat.agreed]


def _forget_proposal(game: Game) -> None:
    game.proposed_by = game.proposed_at = game.proposal_deadline = None


def _save(game: Game, *columns: str) -> None:
    game.version += 1
    game.save(update_fields={"version", *clock.COLUMNS, *columns})

"""Who is asked whether to end a game, and for how long a proposal waits for their answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import User, Vacation
from games.models import ClockShift, Game, Seat

from .outlast import part_lost
from .pace import DAY

ANSWER_WITHIN = 3 * DAY
"""Seconds to answer a proposal at a table without a clock."""
LEAST_TO_ANSWER = DAY
"""Seconds to answer at least, however fast the game."""


def asked(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of people whose consent a proposal needs."""
    return [seat for seat in seats if not seat.bot and seat.left_at is None]


def silent(seats: Sequence[Seat]) -> list[Seat]:
    """Return those of `asked` who have not agreed."""
    return [seat for seat in asked(seats) if not seat.agreed]


def time_to_answer(game: Game, others: Sequence[Seat]) -> int:
    """Return the seconds that the `others` have to answer a proposal: as long as their clocks go.

    That is a turn and the largest time bank left among them, a day at least.
    """
    if game.turn_seconds is None:
        return ANSWER_WITHIN
    bank = max((seat.bank_seconds for seat in others), default=0)
    return max(LEAST_TO_ANSWER, game.turn_seconds + bank)


def answer_by(game: Game, others: Sequence[Seat], now: datetime) -> datetime:
    """Return until when a proposal that is made `now` waits for the `others`."""
    within = timedelta(seconds=time_to_answer(game, others))
    return max([now + within, *_after_vacations(game, others, now)])


def wait_for_the_away(game: Game, seats: Sequence[Seat]) -> None:
    """Give those who were away when time was up the time to answer once they are back.

    That is so whether vacations stop the clock at the table or not. Nobody waits for the answer of
    somebody who is shut out: their silence is their consent as anybody's.
    """
    due = game.proposal_deadline
    if due is not None:
        game.proposal_deadline = max([due, *_after_vacations(game, silent(seats), due)])


def come_back(game: Game, seats: Sequence[Seat], vacation: Vacation) -> None:
    """Give the person of `vacation`, which is over, the time to answer the proposal that stands.

    Counted from its end, so that more than one try gives it once; no outage takes of it.
    """
    due, others, user = game.proposal_deadline, silent(seats), vacation.user
    if due is None or user.is_suspended(vacation.ends) or _was_back_before(game, user):
        return
    if any(seat.user_id == user.pk for seat in others):
        until = vacation.ends + timedelta(seconds=time_to_answer(game, others))
        outages = ClockShift.objects.filter(kind=ClockShift.Kind.OUTAGE, ended__gt=vacation.ends)
        for outage in outages.order_by("pk"):
            until += part_lost(outage, vacation.ends, until)
        game.proposal_deadline = max(due, until)


def _after_vacations(game: Game, others: Sequence[Seat], before: datetime) -> list[datetime]:
    """Return until when those who left by the moment `before` have the time to answer once back.

    A vacation stays with its user until `vacations.settle` has noted its end. Of each person the
    first that touches the proposal counts: with one after the other nobody holds up the others.
    """
    within = timedelta(seconds=time_to_answer(game, others))
    return [
        user.vacation_until + within
        for user in (seat.user for seat in others)
        if user is not None
        and user.vacation_from is not None
        and user.vacation_until is not None
        and user.vacation_from <= before
        and not user.is_suspended(before)
        and not _was_back_before(game, user)
    ]


def _was_back_before(game: Game, user: User) -> bool:
    """Return whether `user` has come back from a vacation since the proposal that stands."""
    vacations = Vacation.objects.filter(user=user, over=True)
    return vacations.filter(ends__gt=game.proposed_at).exists()

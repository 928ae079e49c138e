"""Who is asked whether to end a game, and for how long a proposal waits for their answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import User, Vacation
from games.models import ClockShift, Game, Seat

from .away import was_paused
from .outlast import part_lost
from .pace import DAY

ANSWER_WITHIN = 3 * DAY
"""Seconds to answer a proposal at a table without a clock."""
LEAST_TO_ANSWER = DAY
"""Seconds to answer at least, however fast the game."""
SHUT_OUT_DAYS = 14
"""Days after a proposal from which on the time to answer runs for whoever is shut out still."""


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
    return max([now + within, *_after_absences(game, others, now)])


def wait_for_the_away(game: Game, seats: Sequence[Seat]) -> None:
    """Give those who were away when time was up the time to answer once they are back.

    That is so whether vacations stop the clock at the table or not, and for whoever is suspended.
    """
    due = game.proposal_deadline
    if due is not None:
        game.proposal_deadline = max([due, *_after_absences(game, silent(seats), due)])


def come_back(game: Game, seats: Sequence[Seat], vacation: Vacation) -> None:
    """Give the person of `vacation`, which is over, the time to answer the proposal that stands.

    Counted from its end, so that more than one try gives it once; no outage takes of it.
    """
    user, ends = vacation.user, vacation.ends
    if not _was_back_before(game, user):
        _give_time(game, seats, user, _in_sight(game, ends) if user.is_suspended(ends) else ends)


def come_back_from_pause(game: Game, seats: Sequence[Seat], user: User, ended: datetime) -> None:
    """Do the same for `user`, whose pause has `ended`."""
    if game.proposed_at is not None and game.proposed_at < ended:
        _give_time(game, seats, user, _in_sight(game, ended))


def _give_time(game: Game, seats: Sequence[Seat], user: User, back: datetime) -> None:
    due, others = game.proposal_deadline, silent(seats)
    if due is None or all(seat.user_id != user.pk for seat in others):
        return
    until = back + timedelta(seconds=time_to_answer(game, others))
    outages = ClockShift.objects.filter(kind=ClockShift.Kind.OUTAGE, ended__gt=back)
    for outage in outages.order_by("pk"):
        until += part_lost(outage, back, until)
    game.proposal_deadline = max(due, until)


def _after_absences(game: Game, others: Sequence[Seat], before: datetime) -> list[datetime]:
    """Return until when those who left by the moment `before` have the time to answer once back."""
    within = timedelta(seconds=time_to_answer(game, others))
    users = [seat.user for seat in others if seat.user is not None]
    backs = [back for user in users for back in _backs(game, user, before)]
    return [back + within for back in backs]


def _backs(game: Game, user: User, before: datetime) -> list[datetime]:
    """Return when `user` is back from what took them away by the moment `before`.

    A vacation stays with its user until `vacations.settle` has noted its end, a pause until
    `suspension` has. Of each person the first vacation that touches the proposal counts: with one
    after the other nobody holds up the others.
    """
    backs = []
    since, until = user.vacation_from, user.vacation_until
    away = since is not None and since <= before
    if until is not None and away and not _was_back_before(game, user):
        backs.append(_in_sight(game, until) if user.is_suspended(before) else until)
    if user.paused_until is not None and was_paused(user, game.proposed_at or before, before):
        backs.append(_in_sight(game, user.paused_until))
    return backs


def _in_sight(game: Game, back: datetime) -> datetime:
    """Return when somebody who is suspended counts as back: no long suspension blocks the others.

    That is fourteen days after the proposal at the latest; the usual time to answer runs from then.
    """
    made = game.proposed_at
    return back if made is None else min(back, made + timedelta(days=SHUT_OUT_DAYS))


def _was_back_before(game: Game, user: User) -> bool:
    """Return whether `user` has come back from a vacation since the proposal that stands."""
    vacations = Vacation.objects.filter(user=user, over=True)
    return vacations.filter(ends__gt=game.proposed_at).exists()

"""Vacations: planned, changed, ended. The clocks of games follow in `games/play/vacations.py`.

Each person has one at a time. Its days are those of their own calendar, thirty a year; a day that
it touches is used. `User.vacation_from` and `vacation_until` change with the row.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo

from django.db import transaction

from .models import User, Vacation
from .outbox import post
from .vacation_days import day_of, days_of, days_taken, last_day, left_of, start_of

TOLD_BEFORE = timedelta(hours=24)
"""The end of a vacation is told so long before, of a short one when half of it is over."""


class VacationError(Exception):
    """A refusal with a stable `code` and parameters; the form makes the sentence."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def plan(*, user: User, first: date, last: date, zone: tzinfo, now: datetime) -> Vacation:
    """Plan a vacation over these days; one that begins today begins now.

    The same days again are no error and change nothing. Raises VacationError: `guest`,
    `one-at-a-time`, `past`, `backwards`, `too-far`, `days` (year, left).
    """
    with transaction.atomic():
        row = _lock(user)
        if row.is_guest:
            raise VacationError("guest")
        known = standing(user)
        if known is not None:
            if _days(known, zone) == (first, last):
                return known
            raise VacationError("one-at-a-time")
        begins, ends = _bounds(first, last, zone, now)
        vacation = Vacation(user=row, begins=begins, ends=ends)
        _save(vacation, row, zone, now)
    return vacation


def change(
    *, user: User, vacation_id: int, first: date, last: date, zone: tzinfo, now: datetime
) -> Vacation:
    """Move a vacation that is not over to other days; of one that has begun, only the end.

    Raises VacationError: `gone`, `past`, `backwards`, `too-far`, `days` (year, left).
    """
    with transaction.atomic():
        row = _lock(user)
        vacation = standing(user)
        if vacation is None or vacation.pk != vacation_id or vacation.ends <= now:
            raise VacationError("gone")
        if _days(vacation, zone) == (first, last):
            return vacation
        if vacation.begins > now:
            vacation.begins, vacation.ends = _bounds(first, last, zone, now)
        else:
            _begins, vacation.ends = _bounds(day_of(now, zone), last, zone, now)
        _save(vacation, row, zone, now)
    return vacation


def end(*, user: User, vacation_id: int, now: datetime) -> Vacation | None:
    """End a running vacation now, or call off one that has not begun; return one that ran.

    One that is over already, or none, is no error. The days it touched stay used.
    """
    with transaction.atomic():
        row = _lock(user)
        vacation = standing(user)
        if vacation is None or vacation.pk != vacation_id:
            return None
        if vacation.begins > now:
            vacation.delete()
            _follow(row, None)
            return None
        if vacation.ends > now:
            vacation.ends = now
            vacation.save(update_fields=["ends"])
            _follow(row, vacation)
    return vacation


def close(*, vacation: Vacation, now: datetime, told: bool) -> bool:
    """Note that the clocks run again after a vacation; return whether it was this call that did.

    `told`: the person gets a notice of it.
    """
    with transaction.atomic():
        row = User.objects.select_for_update().filter(pk=vacation.user_id).first()
        if row is None:  # gone, and the vacation with them
            return False
        ended = Vacation.objects.filter(pk=vacation.pk, over=False, ends__lte=now)
        if not ended.update(over=True):
            return False
        _follow(row, None)
        if told and row.email:
            key, payload = f"vacation-over:{vacation.pk}", {"vacation": vacation.pk}
            post(key=key, user_id=row.pk, kind="vacation-over", payload=payload, now=now)
    return True


def standing(user: User) -> Vacation | None:
    """Return the vacation of `user` that is planned or running."""
    return Vacation.objects.filter(user=user, over=False).first()


def away_until(user: User, now: datetime) -> datetime | None:
    """Return until when `user` is on vacation; None if they are not at this moment. No query."""
    return user.vacation_until if user.is_away(now) else None


def end_told_at(vacation: Vacation) -> datetime:
    """Return when the end of `vacation` is to be told."""
    return vacation.ends - min(TOLD_BEFORE, (vacation.ends - vacation.begins) / 2)


def days_left(user: User, year: int, zone: tzinfo) -> int:
    """Return the days of `year` that no vacation of `user` touches yet."""
    return left_of(days_taken(_around(user, year, zone), zone), year)


def _lock(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


def _around(user: User, year: int, zone: tzinfo) -> list[Vacation]:
    new_year = start_of(date(year, 1, 1), zone)
    return list(Vacation.objects.filter(user=user, ends__gte=new_year))


def _days(vacation: Vacation, zone: tzinfo) -> tuple[date, date]:
    begins, ends = vacation.begins, vacation.ends
    return day_of(begins, zone), last_day(begins, ends, zone)


def _bounds(first: date, last: date, zone: tzinfo, now: datetime) -> tuple[datetime, datetime]:
    today = day_of(now, zone)
    if min(first, last) < today:
        raise VacationError("past")
    if last < first:
        raise VacationError("backwards")
    if last.year > today.year + 1:
        raise VacationError("too-far")
    begins = now if first == today else start_of(first, zone)
    return begins, start_of(last + timedelta(days=1), zone)


def _save(vacation: Vacation, row: User, zone: tzinfo, now: datetime) -> None:
    wanted = days_of(vacation.begins, vacation.ends, zone)
    first_year = min(wanted).year
    others = [other for other in _around(row, first_year, zone) if other.pk != vacation.pk]
    taken = days_taken(others, zone)
    for year in sorted({day.year for day in wanted}):
        if left_of(taken | wanted, year) < 0:
            raise VacationError("days", year=year, left=left_of(taken, year))
    vacation.save()
    _follow(row, vacation)
    _tell_of_end(vacation, row, now)


def _follow(row: User, vacation: Vacation | None) -> None:
    row.vacation_from = None if vacation is None else vacation.begins
    row.vacation_until = None if vacation is None else vacation.ends
    row.save(update_fields=["vacation_from", "vacation_until"])


def _tell_of_end(vacation: Vacation, row: User, now: datetime) -> None:
    """Post the notice that comes before this end; after another one it is untrue when it comes."""
    at = end_told_at(vacation)
    if not row.email or at <= now:
        return
    post(
        key=f"vacation-ending:{vacation.pk}:{vacation.ends:%Y%m%dT%H%M}",
        user_id=row.pk,
        kind="vacation-ending",
        payload={"vacation": vacation.pk, "ends": vacation.ends.isoformat()},
        now=now,
        not_before=at,
    )

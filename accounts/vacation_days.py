"""Vacations counted by the days of a calendar, each in its year."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from .models import Vacation

DAYS_A_YEAR = 30
_DAY = timedelta(days=1)


def start_of(day: date, zone: tzinfo) -> datetime:
    """Return the instant at which `day` begins in `zone`."""
    return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)


def day_of(at: datetime, zone: tzinfo) -> date:
    """Return the day that it is in `zone` at this instant."""
    return at.astimezone(zone).date()


def last_day(begins: datetime, ends: datetime, zone: tzinfo) -> date:
    """Return the last day that a vacation touches; it ends before its end, as a day does."""
    return day_of(max(begins, ends - timedelta(microseconds=1)), zone)


def days_of(begins: datetime, ends: datetime, zone: tzinfo) -> set[date]:
    """Return the days that a vacation touches, of which there is always one."""
    first = day_of(begins, zone)
    count = (last_day(begins, ends, zone) - first).days + 1
    return {first + number * _DAY for number in range(count)}


def days_taken(vacations: Iterable[Vacation], zone: tzinfo) -> set[date]:
    """Return the days that some of the vacations touch: two on one day take one."""
    taken: set[date] = set()
    for vacation in vacations:
        taken |= days_of(vacation.begins, vacation.ends, zone)
    return taken


def left_of(taken: Iterable[date], year: int) -> int:
    """Return how many days of `year` are left, below 0 when more are taken than there are."""
    return DAYS_A_YEAR - sum(day.year == year for day in taken)

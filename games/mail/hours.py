"""Hours of the day in somebody's zone, through changes of the clocks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def next_hour(hour: int, after: datetime, zone: ZoneInfo) -> datetime:
    """Return when it is `hour` o'clock next, later than `after`, in UTC.

    An hour that the clocks leave out is the one after it, of one that comes twice the first counts:
    once a day all the same.
    """
    return next(moment for moment in _moments(hour, after, zone) if moment > after)


def is_between(first: int | None, last: int | None, now: datetime, zone: ZoneInfo) -> bool:
    """Return whether it is `first` o'clock or later and before `last`, over midnight if need be.

    Never where one of them is missing or both are the same.
    """
    if first is None or last is None:
        return False
    hour = now.astimezone(zone).hour
    return first <= hour < last if first <= last else hour >= first or hour < last


def _moments(hour: int, around: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    today = around.astimezone(zone).date()
    for days in (-1, 0, 1, 2):
        day = today + timedelta(days=days)
        yield datetime.combine(day, time(hour), zone).astimezone(UTC)

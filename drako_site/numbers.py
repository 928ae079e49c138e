"""What happened on the site in each of the last weeks, counted once and kept for a while."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache

from games.play import weeks
from games.play.turn_times import turn_times

WEEKS = 26  # shown, the one that runs included
RUNNING_KEPT = 60 * 60  # seconds
OVER_KEPT = 7 * 24 * 60 * 60
"""Of weeks that are over little changes: a result may be taken back, a person leave the site."""
_KEY = "numbers:1:"


class Numbers(NamedTuple):
    """The figures of one week, as `games.play.weeks` defines them."""

    week: date  # the Monday
    started: int
    finished: int
    dropped: int
    turn: timedelta | None  # the median; None: no turn ended
    active: int


def numbers(now: datetime) -> list[Numbers]:
    """Return the figures of the last weeks, latest first.

    Three queries for those that are not kept and one more for each; none when all are.
    """
    latest = weeks.week_of(now)
    shown = [latest - number * weeks.WEEK for number in range(WEEKS)]
    kept = cache.get_many([_key(week) for week in shown])
    missing = [week for week in shown if _key(week) not in kept]
    counted = _count(missing[-1], missing[0]) if missing else {}
    for week in missing:
        cache.set(_key(week), counted[week], RUNNING_KEPT if week == latest else OVER_KEPT)
    return [counted[week] if week in counted else kept[_key(week)] for week in shown]


def _count(first: date, last: date) -> dict[date, Numbers]:
    started, ended = weeks.started(first, last), weeks.ended(first, last)
    active = weeks.active(first, last)
    count = (last - first) // weeks.WEEK + 1
    return {
        week: Numbers(
            week,
            started.get(week, 0),
            *ended.get(week, (0, 0)),
            turn_times(week, week).get(week),  # reads many rows: a week at a time
            active.get(week, 0),
        )
        for week in (first + number * weeks.WEEK for number in range(count))
    }


def _key(week: date) -> str:
    return f"{_KEY}{week.isoformat()}"

"""What happened on the site, week by week, for whoever hosts it.

Weeks are those of UTC, from Monday to Sunday. Each figure is one query, whatever the weeks.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import Count, DateField, F, Q, QuerySet
from django.db.models.functions import Coalesce, TruncWeek

from games.models import Game, Move

WEEK = timedelta(days=7)
BY_ITS_PERSON = Q(game__seats__bot="") & (
    Q(game__seats__left_at__isnull=True) | Q(game__seats__left_at__gte=F("at"))
)
"""Which moves, joined to their seats, whoever sits there made themselves."""
_LEFT_ALONE = ("alone", "bots")
"""How a game ends when all people but one, or all, have left it."""
_DROPPED = Q(status=Game.Status.VOID) | Q(status=Game.Status.OVER, end__in=_LEFT_ALONE)
_FINISHED = Q(status=Game.Status.OVER) & ~Q(end__in=_LEFT_ALONE)


def week_of(at: datetime) -> date:
    """Return the Monday on which the week of an instant begins."""
    day = at.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


def started(first: date, last: date) -> dict[date, int]:
    """Return how many games began in each of the weeks from `first` to `last`, both Mondays.

    Tables that nobody began are none. Weeks without any are left out, as in all that follows.
    """
    games = Game.objects.filter(**_within("started_at", first, last))
    return dict(_by_week(games, "started_at").annotate(n=Count("pk")).values_list("week", "n"))


def ended(first: date, last: date) -> dict[date, tuple[int, int]]:
    """Return how many games that had begun were finished and dropped, by the week they ended in.

    Finished: explored, or stopped by the turn limit. Dropped: without a result, or with one that a
    moderator has taken back, or over because nobody, or only one of the players, was left in it.
    """
    games = Game.objects.filter(**_within("ended_at", first, last), started_at__isnull=False)
    counted = _by_week(games, "ended_at").annotate(
        finished=Count("pk", filter=_FINISHED), dropped=Count("pk", filter=_DROPPED)
    )
    return {
        week: (finished, dropped)
        for week, finished, dropped in counted.values_list("week", "finished", "dropped")
    }


def active(first: date, last: date) -> dict[date, int]:
    """Return how many people decided something in a game of theirs, turns and arranging alike.

    Whoever has left the site since counts once for each of their tables.
    """
    moves = _decisions(first, last)
    who = Coalesce("game__seats__user", -F("game__seats"))
    counted = _by_week(moves, "at").annotate(n=Count(who, distinct=True))
    return dict(counted.values_list("week", "n"))


def _decisions(first: date, last: date) -> QuerySet[Move]:
    """What people decided themselves in these weeks, each joined to its seat."""
    return Move.objects.filter(
        BY_ITS_PERSON,
        going_on(first, last),
        game__seats__number=F("seat"),
        **_within("at", first, last),
    ).exclude(act__in=("ready", "leave"), detail__in=("timeout", "removed"))


def _by_week(rows: QuerySet[Any], column: str) -> QuerySet[Any, Any]:
    weeks: QuerySet[Any, Any] = rows.order_by().annotate(week=_week(column)).values("week")
    return weeks


def _week(column: str) -> TruncWeek:
    return TruncWeek(column, tzinfo=UTC, output_field=DateField())


def going_on(first: date, last: date) -> Q:
    """Return which moves are of games that went on in these weeks: moves have no index by time."""
    since, until = span_of(first, last)
    still = Q(game__ended_at__gte=since) | Q(game__ended_at__isnull=True)
    return still & Q(game__started_at__lt=until)


def span_of(first: date, last: date) -> tuple[datetime, datetime]:
    """Return the instant at which the weeks begin, and the one at which they are over."""
    midnight = datetime.min.time()
    return (
        datetime.combine(first, midnight, UTC),
        datetime.combine(last, midnight, UTC) + WEEK,
    )


def _within(column: str, first: date, last: date) -> dict[str, datetime]:
    since, until = span_of(first, last)
    return {f"{column}__gte": since, f"{column}__lt": until}

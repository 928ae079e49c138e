"""What happened on the site, week by week, for whoever hosts it.

Weeks are those of UTC, from Monday to Sunday. Each figure is one query, whatever the weeks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import (
    Count,
    DateField,
    DateTimeField,
    DurationField,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Window,
)
from django.db.models.functions import Coalesce, RowNumber, TruncWeek

from games.models import Game, Move

WEEK = timedelta(days=7)
_LEFT_ALONE = ("alone", "bots")
"""How a game ends when all people but one, or all, have left it."""
_DROPPED = Q(status=Game.Status.VOID) | Q(status=Game.Status.OVER, end__in=_LEFT_ALONE)
_FINISHED = Q(status=Game.Status.OVER) & ~Q(end__in=_LEFT_ALONE)
_ARRANGING = ("arrange", "ready")
_CUT_SHORT = Q(events__icontains='"turn"')
"""Of who leaves in their own turn: another one begins, and no turn has ended."""


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


def turn_times(first: date, last: date) -> dict[date, timedelta]:
    """Return the median time that people took for a turn in games with a clock.

    From the end of the turn before, or of arranging, to its end, nights and vacations included; by
    the week in which it ended. Left out are turns that end by leaving or as time is up, and those
    of bots.
    """
    turn = Move.objects.filter(game=OuterRef("game")).order_by()
    before = turn.filter(number__lt=OuterRef("number")).order_by("-number")
    # A game row counts the turns that ended: for the last move there is, it tells which turn runs.
    following = turn.filter(number__gt=OuterRef("number")).order_by("number").values("turn")[:1]
    earlier = before.filter(
        Q(turn__lt=OuterRef("turn")) | Q(act__in=_ARRANGING) | Q(_CUT_SHORT, act="leave")
    )
    ends = (
        _decisions(first, last)
        .filter(game__turn_seconds__isnull=False)
        .exclude(act__in=(*_ARRANGING, "leave"))
        .annotate(
            turn_then=Coalesce(Subquery(following), F("game__turn_number")),
            began=Subquery(earlier.values("at")[:1], output_field=DateTimeField()),
        )
        .filter(turn_then__gt=F("turn"), began__isnull=False)
    )
    took = ExpressionWrapper(F("at") - F("began"), output_field=DurationField())
    week = _week("at")
    middle = (
        ends.annotate(
            took=took,
            week=week,
            rank=Window(RowNumber(), partition_by=week, order_by=took),
            count=Window(Count("pk"), partition_by=week),
        )
        .filter(rank__gte=F("count") / 2.0, rank__lte=F("count") / 2.0 + 1)
        .order_by()
        .values_list("week", "took")
    )
    return _means(middle)


def _decisions(first: date, last: date) -> QuerySet[Move]:
    """What people decided themselves in these weeks, each joined to its seat.

    Moves have no index by time: the games that went on then are found by theirs.
    """
    span = _span(first, last)
    went_on = Q(game__ended_at__gte=span[0]) | Q(game__ended_at__isnull=True)
    return Move.objects.filter(
        went_on,
        Q(game__seats__left_at__isnull=True) | Q(game__seats__left_at__gte=F("at")),
        game__started_at__lt=span[1],
        game__seats__number=F("seat"),
        game__seats__bot="",
        **_within("at", first, last),
    ).exclude(act__in=("ready", "leave"), detail__in=("timeout", "removed"))


def _means(middle: Iterable[tuple[date, timedelta]]) -> dict[date, timedelta]:
    """Of one or two rows in the middle of each week."""
    found: dict[date, list[timedelta]] = defaultdict(list)
    for week, took in middle:
        found[week].append(took)
    return {week: sum(times, timedelta()) / len(times) for week, times in found.items()}


def _by_week(rows: QuerySet[Any], column: str) -> QuerySet[Any, Any]:
    weeks: QuerySet[Any, Any] = rows.order_by().annotate(week=_week(column)).values("week")
    return weeks


def _week(column: str) -> TruncWeek:
    return TruncWeek(column, tzinfo=UTC, output_field=DateField())


def _span(first: date, last: date) -> tuple[datetime, datetime]:
    """The instant at which the weeks begin, and the one at which they are over."""
    midnight = datetime.min.time()
    return (
        datetime.combine(first, midnight, UTC),
        datetime.combine(last, midnight, UTC) + WEEK,
    )


def _within(column: str, first: date, last: date) -> dict[str, datetime]:
    since, until = _span(first, last)
    return {f"{column}__gte": since, f"{column}__lt": until}

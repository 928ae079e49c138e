"""How somebody's rating went from game to game."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, Window
from django.db.models.functions import RowNumber

from games.models import Seat

MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after so many counted games of the person."""

    games: int
    mu: float
    seat: int = field(default=0, compare=False)  # key of the one in the latest of them


@dataclass(frozen=True, slots=True)
class Curve:
    """The way of a rating, thinned to MOST_POINTS; the lowest and the highest are of all games."""

    points: list[Point]
    lowest: float  # mu, as the highest
    highest: float


def rating_curve(person_id: int) -> Curve | None:
    """Return how the rating of a person went, up to its latest; None before the first game.

    One query, however many games were counted: those by link as well.
    """
    counted = Seat.objects.filter(user=person_id, ended_at__isnull=False, mu__isnull=False)
    numbered = counted.annotate(
        counted=Window(RowNumber(), order_by="game__rated_number"),
        games=Window(Count("pk")),
        after=F("mu"),
        lowest=Window(Min("mu")),
        highest=Window(Max("mu")),
    )
    every = (F("games") + MOST_POINTS - 1) / MOST_POINTS
    thinned = numbered.annotate(out=(F("games") - F("counted")) % every).filter(out=0)
    told = ("counted", "after", "pk", "lowest", "highest")
    rows = list(thinned.order_by("counted").values_list(*told))
    if not rows:
        return None
    *_first, lowest, highest = rows[0]
    points = [Point(games, mu, seat) for games, mu, seat, _lowest, _highest in rows]
    return Curve(points, lowest, highest)


def codes_for(curve: Curve, reader_id: int | None) -> dict[int, str]:
    """Return the codes of the games of a curve that the reader may look at, by seat: one query.

    Those of the lobby, and those where they sat themselves.
    """
    seats = Seat.objects.filter(pk__in=[point.seat for point in curve.points]).order_by()
    open_to_them = Q(public=True)
    if reader_id is not None:
        open_to_them |= Q(Exists(Seat.objects.filter(game=OuterRef("game"), user=reader_id)))
    return dict(seats.filter(open_to_them).values_list("pk", "game__code"))

"""How somebody's rating went from game to game."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Max, Min, Window
from django.db.models.functions import RowNumber

from games.models import Seat

MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after so many counted games of the person."""

    games: int
    mu: float


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
    rows = list(thinned.order_by("counted").values_list("counted", "after", "lowest", "highest"))
    if not rows:
        return None
    _games, _mu, lowest, highest = rows[0]
    return Curve([Point(games, mu) for games, mu, *_all in rows], lowest, highest)

"""What the finished games of a person come to, for their page: one query for each of these.

Games whose result was taken back count for nothing, and those that ended without one neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from games.models import Seat
from games.rules.rulings import latest
from games.rules.scoring import CATEGORIES

MOST_MET = 10  # opponents listed


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one ruleset and number of players; or those of several together."""

    ruleset: str
    players: int
    games: int
    won: int  # a shared first place is one
    places: int  # all of them added up
    stayed: int  # games of these that the person played to the end
    points: dict[str, int]  # in those, by category, added up

    @property
    def share(self) -> int:
        """Per cent of games won, rounded to the nearest."""
        return (200 * self.won + self.games) // (2 * self.games)

    @property
    def place(self) -> float:
        """The average place."""
        return self.places / self.games

    @property
    def averages(self) -> dict[str, float]:
        """Average points by category, and their `total`; empty if they stayed in no game."""
        if not self.stayed:
            return {}
        points = self.points | {"total": sum(self.points.values())}
        return {category: summed / self.stayed for category, summed in points.items()}


@dataclass(frozen=True, slots=True)
class Best:
    """The game with the most Harmony."""

    code: str
    harmony: int


@dataclass(frozen=True, slots=True)
class Met:
    """How two people did in the games that both were in, in the eyes of the first."""

    name: str
    games: int
    won: int  # a better place than the other's
    lost: int

    @property
    def tied(self) -> int:
        """Games in which they shared a place."""
        return self.games - self.won - self.lost


def counted_seats(person_id: int, *, of_the_lobby: bool) -> QuerySet[Seat]:
    """Return the person's seats in games with a result; `of_the_lobby`: in public ones alone."""
    seats = Seat.objects.filter(user=person_id, ended_at__isnull=False, place__isnull=False)
    return (seats.filter(public=True) if of_the_lobby else seats).order_by()


def tallies(seats: QuerySet[Seat]) -> list[Tally]:
    """Return what `counted_seats` come to, by ruleset and number of players."""
    stayed = Q(left_at=None)
    rows = seats.values("ruleset", "players").annotate(
        games=Count("pk"),
        won=Count("pk", filter=Q(place=1)),
        places=Sum("place"),
        stayed=Count("pk", filter=stayed),
        **{f"of_{category}": Sum(category, filter=stayed, default=0) for category in CATEGORIES},
    )
    found = [_tally(row) for row in rows]
    order = {ruleset: number for number, ruleset in enumerate(latest().rulesets)}
    return sorted(found, key=lambda tally: (order.get(tally.ruleset, len(order)), tally.players))


def together(rows: Sequence[Tally]) -> Tally | None:
    """Return one tally of all these games; None where there are none."""
    if not rows:
        return None
    return Tally(
        ruleset="",
        players=0,
        games=sum(row.games for row in rows),
        won=sum(row.won for row in rows),
        places=sum(row.places for row in rows),
        stayed=sum(row.stayed for row in rows),
        points={category: sum(row.points[category] for row in rows) for category in CATEGORIES},
    )


def best_game(seats: QuerySet[Seat]) -> Best | None:
    """Return the best game of `counted_seats` that was played to the end, the first of equals."""
    harmony: F | Any = reduce(add, [F(category) for category in CATEGORIES])
    stayed = seats.filter(left_at=None).annotate(harmony=harmony)
    best = stayed.order_by("-harmony", "ended_at", "pk").values_list("game__code", "harmony")
    return next((Best(*row) for row in best[:1]), None)


def most_met(seats: QuerySet[Seat], person_id: int) -> list[Met]:
    """Return those whom the person met most in `counted_seats`, most games first."""
    return _met(seats, person_id, Q())


def met_with(person_id: int, other_id: int) -> Met | None:
    """Return how the person did against one other, in all games of both, by link too."""
    seats = counted_seats(person_id, of_the_lobby=False)
    return next(iter(_met(seats, person_id, Q(other=other_id))), None)


def _met(seats: QuerySet[Seat], person_id: int, wanted: Q) -> list[Met]:
    """Return the others of these games who are still here, those met most first."""
    user = "game__seats__user"
    beside = seats.annotate(
        other=F(user),
        other_place=F("game__seats__place"),
        other_name=F(f"{user}__name"),
        other_active=F(f"{user}__is_active"),
        other_closing=F(f"{user}__closing_at"),
    ).filter(wanted, other__isnull=False, other_active=True, other_closing__isnull=True)
    met = (
        beside.exclude(other=person_id)
        .values("other", "other_name")
        .annotate(
            games=Count("pk"),
            won=Count("pk", filter=Q(place__lt=F("other_place"))),
            lost=Count("pk", filter=Q(place__gt=F("other_place"))),
        )
        .order_by("-games", "other_name")
    )
    return [Met(row["other_name"], row["games"], row["won"], row["lost"]) for row in met[:MOST_MET]]


def _tally(row: Mapping[str, Any]) -> Tally:
    counts = ("ruleset", "players", "games", "won", "places", "stayed")
    points = {category: row[f"of_{category}"] for category in CATEGORIES}
    return Tally(**{name: row[name] for name in counts}, points=points)

"""Where people stand: as their rows tell, and as their counted games do, which the rows follow."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet

from games.models import Rating, Seat

from .skill import Skill


class Standing(NamedTuple):
    """Somebody's skill after the latest of so many counted games."""

    skill: Skill
    games: int


def counted_seats() -> QuerySet[Seat]:
    """Return the seats, of people who are still here, in games that are counted; in no order."""
    counted = Seat.objects.filter(user__isnull=False, game__rated_number__isnull=False)
    return counted.order_by()


def ratings_of(people: Collection[int]) -> dict[int, Standing]:
    """Return the ratings of these people, by key: one query; who has none is left out."""
    rows = Rating.objects.filter(user__in=people)
    columns = rows.values_list("user", "mu", "sigma", "games")
    return {user: Standing(Skill(mu, sigma), games) for user, mu, sigma, games in columns}


def standings(people: Collection[int], *, before: int | None = None) -> dict[int, Standing]:
    """Return where these people stand by their seats, by key: two queries.

    With `before` it is where they stood before the result of that number. Who has no counted game
    is left out.
    """
    seats = counted_seats().filter(user__in=people)
    if before is not None:
        seats = seats.filter(game__rated_number__lt=before)
    found = seats.values_list("user").annotate(games=Count("pk"), last=Max("game__rated_number"))
    latest = {user: (last, games) for user, games, last in found}
    numbers = {last for last, _games in latest.values()}
    rows = counted_seats().filter(user__in=latest, game__rated_number__in=numbers)
    columns = rows.values_list("user", "game__rated_number", "mu", "sigma")
    return {
        user: Standing(Skill(mu, sigma), latest[user][1])
        for user, number, mu, sigma in columns
        if number == latest[user][0] and mu is not None and sigma is not None
    }


def write_ratings(people: Collection[int]) -> None:
    """Let the ratings of these people be what their counted games tell; the book is locked."""
    known = standings(people)
    Rating.objects.filter(user__in=set(people) - known.keys()).delete()
    save_ratings(known)


def save_ratings(known: Mapping[int, Standing]) -> None:
    """Write these ratings, by person, over those that are there."""
    Rating.objects.bulk_create(
        [
            Rating(user_id=user, mu=there.skill.mu, sigma=there.skill.sigma, games=there.games)
            for user, there in known.items()
        ],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["mu", "sigma", "games"],
    )

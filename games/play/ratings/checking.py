"""Whether the ratings that are kept are those that follow from the results: nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet

from accounts.models import User
from games.models import Game, Rating, Seat

from .again import CHUNK, recount
from .book import lock_book
from .seats import person_of
from .skill import Skill
from .standing import Standing, ratings_of

TRIES = 3
"""So often is looked while results are taken back; to look takes a while, to take back is rare."""


class Kept(NamedTuple):
    """The ratings of all as they stood at one moment, and which results they count."""

    ratings: dict[int, Standing]
    last: int  # the number of the last one
    results: int  # how many there are


class Wrong(NamedTuple):
    """What is not right: a seat, by the code of its game and its number, or a person's rating."""

    code: str = ""
    seat: int = -1
    name: str = ""
    uncounted: bool = False  # the seat has numbers, and its game is not counted


def check() -> list[Wrong] | None:
    """Return what is wrong; None if that cannot be told while results are counted again.

    The site may run meanwhile: what is found holds only if all results still count that did at
    first, else it is looked again. Changes nothing.
    """
    for _try in range(TRIES):
        kept = kept_now()
        if kept is None:
            return None
        wrong = list(what_is_wrong(kept))
        if still_counts(kept):
            return wrong
    return None


def kept_now() -> Kept | None:
    """Return what is kept now; None while results are still to be counted again."""
    with transaction.atomic():
        if lock_book().again_from is not None:
            return None
        last = Game.objects.aggregate(last=Max("rated_number"))["last"] or 0
        people = list(Rating.objects.values_list("user", flat=True))
        return Kept(ratings_of(people), last, _up_to(last).count())


def still_counts(kept: Kept) -> bool:
    """Return whether the same results count now; numbers are given once, and only taken away."""
    with transaction.atomic():
        again = lock_book().again_from is not None
        return not again and _up_to(kept.last).count() == kept.results


def what_is_wrong(kept: Kept) -> Iterator[Wrong]:
    """Yield what differs, to the last digit, from what the counted results tell in their order.

    Results that are counted meanwhile are not looked at. See `check` for those taken back.
    """
    skills: dict[int, Skill] = {}
    games: dict[int, int] = {}
    for seats in _chunks(kept.last):
        for person in map(person_of, seats):
            if person is not None:
                games[person] = games.get(person, 0) + 1
        for seat in recount(seats, skills):
            yield Wrong(seat.game.code, seat.number)
    known = {person: Standing(skill, games[person]) for person, skill in skills.items()}
    differ = {
        person
        for person in known.keys() | kept.ratings.keys()
        if known.get(person) != kept.ratings.get(person)
    }
    for code, number in _uncounted().values_list("game__code", "number"):
        yield Wrong(code, number, uncounted=True)
    stay = User.objects.filter(pk__in=differ, closing_at=None).order_by("pk")
    for name in stay.values_list("name", flat=True):
        yield Wrong(name=name)


def _up_to(last: int) -> QuerySet[Game]:
    return Game.objects.filter(rated_number__lte=last)


def _uncounted() -> QuerySet[Seat]:
    """Seats with numbers in games that are not counted.

    Whoever left the site before the result was counted is there with what they had.
    """
    waits = Q(user=None, game__rated=True, mu=F("mu_before"), sigma=F("sigma_before"))
    seats = Seat.objects.filter(mu__isnull=False, game__rated_number=None)
    return seats.exclude(waits & ~Q(game__status=Game.Status.VOID)).order_by("game", "number")


def _chunks(last: int) -> Iterator[list[Seat]]:
    """Yield the seats of the counted games up to the result `last` in order, chunk by chunk."""
    for first in range(1, last + 1, CHUNK):
        end = min(first + CHUNK, last + 1)
        seats = Seat.objects.filter(game__rated_number__gte=first, game__rated_number__lt=end)
        seats = seats.select_related("game", "user").defer("game__record")
        yield list(seats.order_by("game__rated_number", "number"))

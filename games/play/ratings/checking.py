"""Whether the ratings that are kept are those that follow from the results: nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from games.models import Game, Rating, Seat

from .again import CHUNK, recount
from .book import lock_book
from .seats import person_of
from .skill import Skill
from .standing import Standing, ratings_of


class Kept(NamedTuple):
    """The ratings of all as they stood at one moment, and the last result that they count."""

    ratings: dict[int, Standing]
    last: int


class Wrong(NamedTuple):
    """What is not right: a seat, by the code of its game and its number, or a person's rating."""

    code: str = ""
    seat: int = -1
    name: str = ""


def kept_now() -> Kept | None:
    """Return what is kept now; None while results are still to be counted again."""
    with transaction.atomic():
        if lock_book().again_from is not None:
            return None
        last = Game.objects.aggregate(last=Max("rated_number"))["last"] or 0
        return Kept(ratings_of(list(Rating.objects.values_list("user", flat=True))), last)


def what_is_wrong(kept: Kept) -> Iterator[Wrong]:
    """Yield what differs, to the last digit, from what the counted results tell in their order.

    Results that are counted meanwhile are not looked at.
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
    stay = User.objects.filter(pk__in=differ, closing_at=None).order_by("pk")
    for name in stay.values_list("name", flat=True):
        yield Wrong(name=name)


def _chunks(last: int) -> Iterator[list[Seat]]:
    """Yield the seats of the counted games up to the result `last` in order, chunk by chunk."""
    for first in range(1, last + 1, CHUNK):
        end = min(first + CHUNK, last + 1)
        seats = Seat.objects.filter(game__rated_number__gte=first, game__rated_number__lt=end)
        seats = seats.select_related("game", "user").defer("game__record")
        yield list(seats.order_by("game__rated_number", "number"))

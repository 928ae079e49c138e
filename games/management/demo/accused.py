"""Whom somebody reports, and for which game; and which moderator may decide about it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from accounts.models import User
from games.models import Game, Report, Seat
from games.play.moderation.rights import may_impose

from . import roles
from .people import everybody


class Pair(NamedTuple):
    """Two people, of one game if there is one, one of whom reports the other."""

    reporter: User
    person: User
    game: Game | None


def pairs(random: Random, person: int | None) -> Iterator[Pair]:
    """Yield people who could report somebody, by lot; `person`: the one with that number.

    In the end those who have no game in common.
    """
    people = everybody()
    by_key = {user.pk: number for number, user in people.items()}
    for game in _games(random, people.get(person) if person is not None else None):
        there = [seat.user for seat in game.seats.all() if seat.user and seat.user_id in by_key]
        accused = [user for user in there if _fits(by_key[user.pk], person)]
        others = [user for user in there if by_key[user.pk] not in roles.STAFF]
        for user in accused:
            reporters = [other for other in others if other != user]
            if reporters:
                yield Pair(random.choice(reporters), user, game)
    yield from _strangers(random, people, person)


def moderators_for(report: Report, random: Random) -> list[User]:
    """Return the moderators who may decide on a report, in an order by lot."""
    people = everybody()
    moderators = [people[number] for number in (roles.MODERATOR, roles.OTHER_MODERATOR)]
    found = [each for each in moderators if not may_impose(each, report)]
    return random.sample(found, len(found))


def _strangers(random: Random, people: dict[int, User], person: int | None) -> Iterator[Pair]:
    reporters = [number for number in people if number not in roles.STAFF]
    for number in reporters:
        if _fits(number, person):
            by = random.choice([other for other in reporters if other != number])
            yield Pair(people[by], people[number], None)


def _games(random: Random, person: User | None) -> list[Game]:
    dealt = Game.objects.filter(status__in=(Game.Status.PLAYING, Game.Status.OVER))
    if person is not None:
        dealt = dealt.filter(pk__in=Seat.objects.filter(user=person).values("game"))
    keys = list(dealt.order_by("pk").values_list("pk", flat=True))
    chosen = random.sample(keys, min(len(keys), 40))
    found = Game.objects.filter(pk__in=chosen).defer("record").prefetch_related("seats__user")
    return sorted(found, key=lambda game: chosen.index(game.pk))


def _fits(number: int, wanted: int | None) -> bool:
    if wanted is not None:
        return number == wanted
    return number in roles.ORDINARY or (number >= roles.FEWEST and not roles.is_guest(number))

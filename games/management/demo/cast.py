"""Who sits at a table: by lot, but some more often than others, and only who may."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from accounts import blocks
from accounts.models import User
from games.play.reliability import reliability, seats_held

from . import roles
from .people import everybody

_OFTEN = {roles.BUSIEST: 20.0, roles.MODERATOR: 1.5, roles.OPERATOR: 1.5}


class NobodyIsFree(Exception):
    """There are not enough people who may take a seat."""


@dataclass(slots=True)
class Cast:
    """The people as they are now."""

    people: dict[int, User]
    random: Random

    @classmethod
    def of_now(cls, random: Random) -> Cast:
        """Look who is there."""
        return cls(everybody(), random)

    def members(
        self,
        count: int,
        *,
        goes_on: bool,
        first: int | None = None,
        without: Collection[int] = (),
    ) -> list[User]:
        """Return `count` members for one table, the one with the number `first` at its head.

        At a table that `goes_on` everybody keeps a seat free, and nobody sits who will be shut out
        or leave. Raises NobodyIsFree.
        """
        chosen: list[int] = []
        numbers = [] if first is None else [first]
        numbers += [number for number in self._by_lot() if number != first]
        unlucky = roles.UNLUCKY if goes_on else ()
        for number in numbers:
            if len(chosen) == count:
                break
            if number != first and (number in without or number in unlucky):
                continue
            if self._may_meet(number, chosen) and self._may_sit(number, free=1 + goes_on):
                chosen.append(number)
        if len(chosen) < count or (first is not None and first not in chosen):
            raise NobodyIsFree
        return [self.people[number] for number in chosen]

    def guest(self, *, recent: bool = True) -> User:
        """Return a guest; not `recent`, the one who has been here longest. Raises NobodyIsFree."""
        guests = [number for number in self.people if roles.is_guest(number)]
        numbers = self.random.sample(guests, len(guests)) if recent else guests[:1]
        for number in numbers:
            if self._may_sit(number, free=1):
                return self.people[number]
        raise NobodyIsFree

    def _by_lot(self) -> list[int]:
        members = [number for number, user in self.people.items() if not user.is_guest]
        lots = {number: self.random.random() ** (1 / _OFTEN.get(number, 1.0)) for number in members}
        return sorted(members, key=lambda number: -lots[number])

    def _may_meet(self, number: int, others: Collection[int]) -> bool:
        if any(roles.are_apart(number, other) for other in others):
            return False
        there = [self.people[other].pk for other in others]
        return number in self.people and not blocks.are_apart(self.people[number].pk, there)

    def _may_sit(self, number: int, *, free: int) -> bool:
        """Whether somebody may take a seat at any moment of the past, with so many free by now."""
        user = self.people.get(number)
        if user is None or user.suspended_until is not None or user.closing_at is not None:
            return False
        return reliability(user).seats_allowed - seats_held(user) >= free

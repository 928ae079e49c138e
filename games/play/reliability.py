"""How reliably somebody plays in time, and at how many tables they may sit at once for it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import Game, Seat

COUNTED = 200  # turns, the latest
LOOKED_AT = 50  # games, the latest: a game of few turns does not make the look a long one
KNOWN_AFTER = 20  # turns
GUESTS_SEATS = 3
FIRST_SEATS = 5
FEWEST_SEATS = 2
STEPS = ((98, 40), (95, 20), (90, 10), (80, 5))
"""From so many per cent of turns in time on, so many seats; below the last, FEWEST_SEATS."""

_TELL_NOTHING = (Game.Status.OPEN, Game.Status.EXPIRED, Game.Status.VOID)


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of somebody's latest turns under a clock, how many were made in time."""

    turns: int
    in_time: int
    seats_allowed: int  # at once, at tables with a clock

    @property
    def known(self) -> bool:
        """Whether there are enough turns to judge by."""
        return self.turns >= KNOWN_AFTER

    @property
    def share(self) -> int:
        """Per cent of turns in time, rounded down; 100 where there are none."""
        return 100 * self.in_time // self.turns if self.turns else 100


def reliability(user: User) -> Reliability:
    """Return how reliable `user` has been, by the seats they had: one query, bounded.

    A turn counts as late when its time, bank included, ran out and the seat was lost.
    """
    seats = (
        seats_that_count(user)
        .order_by("-joined_at", "-pk")
        .values_list("turns", "left_why", "game__leavers")
    )
    turns = in_time = 0
    for made, left_why, leavers in seats[:LOOKED_AT]:
        # Once a seat is out a bot may go on counting turns there: they are nobody's merit.
        own = 0 if left_why and leavers == Game.Leavers.BOT else made
        own = min(own, COUNTED - turns)
        turns, in_time = turns + own, in_time + own
        if left_why == "timeout" and turns < COUNTED:
            turns += 1
        if turns >= COUNTED:
            break
    return Reliability(turns, in_time, _seats_for(user, turns, in_time))


def seats_that_count(user: User) -> QuerySet[Seat]:
    """Return the seats of `user` that tell something: in games with others that came to something.

    Who plays against bots alone keeps nobody waiting.
    """
    others = Seat.objects.filter(game=OuterRef("game"), bot="").exclude(user=user)
    under_clock = Seat.objects.filter(user=user, game__turn_seconds__isnull=False)
    return under_clock.filter(Exists(others)).exclude(game__status__in=_TELL_NOTHING)


def seats_held(user: User) -> int:
    """Return at how many tables with a clock `user` sits, their games not over: one query."""
    going_on = Game.objects.filter(pk=OuterRef("game"), status__in=Game.UNDER_WAY)
    held = Seat.objects.filter(user=user, left_at=None)
    return held.filter(Exists(going_on.filter(turn_seconds__isnull=False))).count()


def _seats_for(user: User, turns: int, in_time: int) -> int:
    if user.is_guest:
        return GUESTS_SEATS
    if turns < KNOWN_AFTER:
        return max(FEWEST_SEATS, FIRST_SEATS - (turns - in_time))
    for share, seats in STEPS:
        if 100 * in_time >= share * turns:
            return seats
    return FEWEST_SEATS

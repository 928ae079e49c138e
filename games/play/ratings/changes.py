"""What one game did to the ratings of those who played it."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from games.models import Game, Seat

from .enough import SETTLED_FROM


class Change(NamedTuple):
    """The means of a seat's rating before and after a game (OpenSkill's points)."""

    seat: int  # its number
    before: float
    after: float
    provisional: bool  # after it


def changes_of(game: Game) -> list[Change]:
    """Return what `game` did to ratings, by seat: one query; empty unless it is counted.

    Read anew: it is counted a moment after its last move is made.
    """
    earlier = Seat.objects.filter(
        user=OuterRef("user"), mu__isnull=False, ended_at__lte=OuterRef("ended_at")
    )
    many = Exists(earlier.order_by()[SETTLED_FROM - 1 : SETTLED_FROM])
    seats = Seat.objects.filter(game=game, game__rated_number__isnull=False).annotate(many=many)
    rows = seats.order_by("number").values_list("number", "user", "mu_before", "mu", "many")
    return [
        Change(number, before, after, provisional=user is not None and not many)
        for number, user, before, after, many in rows
        if before is not None and after is not None
    ]

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
    was_provisional: bool  # before it
    provisional: bool  # after it


def changes_of(game: Game) -> list[Change]:
    """Return what `game` did to ratings, by seat: one query; empty unless it is counted.

    Read anew: it is counted a moment after its last move is made. Of former players nobody knows
    how many games they had: theirs are not called provisional.
    """
    earlier = Seat.objects.filter(
        user=OuterRef("user"), mu__isnull=False, ended_at__lte=OuterRef("ended_at")
    )
    counted = earlier.order_by()  # this game among them
    seats = Seat.objects.filter(game=game, game__rated_number__isnull=False).annotate(
        was_settled=Exists(counted[SETTLED_FROM : SETTLED_FROM + 1]),
        settled=Exists(counted[SETTLED_FROM - 1 : SETTLED_FROM]),
    )
    asked = ("number", "user", "mu_before", "mu", "was_settled", "settled")
    return [
        Change(
            number,
            before,
            after,
            was_provisional=user is not None and not was_settled,
            provisional=user is not None and not settled,
        )
        for number, user, before, after, was_settled, settled in seats.order_by(
            "number"
        ).values_list(*asked)
        if before is not None and after is not None
    ]

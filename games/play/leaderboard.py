"""Who is rated best, of those who have played enough rated games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from accounts.models.users import FOR_GOOD
from games.models import Rating
from games.rating_words import STEP, shown

from .ratings.enough import LISTED_FROM

_SURELY_MORE = 2 / STEP  # of mu: two points, so that the number shown is another whatever rounding


class Ranked(NamedTuple):
    """A line of the leaderboard."""

    position: int  # from 1, each once
    rank: int  # that of the first who is shown with the same rating
    rating: Rating


def listed() -> QuerySet[Rating]:
    """Return the ratings of the leaderboard with their people, the best first.

    People who leave the site and those who are banned are not among them.
    """
    banned = Q(user__suspended_until__isnull=False, user__suspended_until__gte=FOR_GOOD)
    here = Rating.objects.filter(user__is_active=True, user__closing_at=None).exclude(banned)
    enough = here.filter(games__gte=LISTED_FROM)
    return enough.select_related("user").order_by(F("mu").desc(), "user")


def position_of(user_id: int) -> int | None:
    """Return where somebody stands on the leaderboard, from 1; None if they do not: two queries."""
    own = listed().filter(user=user_id).first()
    if own is None:
        return None
    before = Q(mu__gt=own.mu) | Q(mu=own.mu, user__lt=user_id)
    return listed().filter(before).count() + 1


def ranked(ratings: Sequence[Rating], first: int) -> list[Ranked]:
    """Return lines for neighbours on the leaderboard, of which the first has position `first`.

    Two queries, as some shown with the same rating may stand before them.
    """
    lines: list[Ranked] = []
    for position, rating in enumerate(ratings, first):
        if not lines:
            rank = _rank(rating)
        elif shown(rating.mu) != shown(lines[-1].rating.mu):
            rank = position
        lines.append(Ranked(position, rank, rating))
    return lines


def _rank(rating: Rating) -> int:
    better = listed().filter(mu__gt=rating.mu)
    surely = better.filter(mu__gt=rating.mu + _SURELY_MORE).count()
    near = better.filter(mu__lte=rating.mu + _SURELY_MORE).values_list("mu", flat=True)
    return 1 + surely + sum(shown(mu) > shown(rating.mu) for mu in near)

"""How those are rated who sit at open tables, where it counts."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Game, Rating, Seat
from games.rating_words import rating_text


def ratings_told(tables: Iterable[tuple[Game, Iterable[Seat]]]) -> dict[int, str]:
    """Return the ratings of the people on these seats of rated tables, by key, as they are told.

    One query, none where no table is rated. Who has no rated game yet is left out.
    """
    rated = [seats for game, seats in tables if game.rated]
    people = {seat.user_id for seats in rated for seat in seats if seat.user_id is not None}
    if not people:
        return {}
    found = Rating.objects.filter(user__in=people)
    return {rating.user_id: rating_text(rating) for rating in found}

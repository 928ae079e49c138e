"""Counting results: each finished rated game once, in the order of their ends."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from itertools import islice

from django.db import transaction
from django.db.models import Max

from games.models import Game, Seat
from games.play.batches import attempt, in_batches

from .book import is_to_count_again, lock_book
from .seats import COLUMNS, count_seats
from .standing import Standing, ratings_of, save_ratings

AT_ONCE = 20
"""So many results the request counts that ended a game; a sweep counts more."""

PENDING = Game.objects.filter(status=Game.Status.OVER, rated=True, rated_number=None)
"""The games whose results wait to be counted."""


def count_soon(game: Game, now: datetime) -> None:
    """Count the result of `game` once the running transaction is committed, if it is rated.

    A failure is logged by Django and changes nothing: the sweep finds the game.
    """
    if game.rated:
        transaction.on_commit(partial(count_results, now, most=AT_ONCE), robust=True)


def count_results(now: datetime, *, most: int) -> int:
    """Count the results that wait, the earliest end first, `most` of them; return how many.

    Each in a transaction of its own, one after the other whoever counts: safe side by side and when
    it is broken off. One that fails is logged and rests. While earlier results are to be counted
    again, none is counted.
    """
    if is_to_count_again():
        return 0
    pending = islice(in_batches(PENDING.all(), "ended_at", now), most)
    return sum(attempt(_count, game_id, now) for game_id in pending)


def _count(game_id: int, _now: datetime) -> bool:
    """Count one result; return whether it was this call that did."""
    with transaction.atomic():
        if lock_book().again_from is not None:
            return False
        game = PENDING.select_for_update().defer("record").filter(pk=game_id).first()
        if game is None:
            return False
        seats = list(game.seats.select_related("user").order_by("number"))
        known = ratings_of([seat.user_id for seat in seats if seat.user_id is not None])
        skills = count_seats(seats, {user: there.skill for user, there in known.items()})
        last = Game.objects.aggregate(last=Max("rated_number"))["last"] or 0
        Game.objects.filter(pk=game_id).update(rated_number=last + 1)
        Seat.objects.bulk_update(seats, COLUMNS)
        games = {user: there.games for user, there in known.items()}
        save_ratings(
            {user: Standing(skill, games.get(user, 0) + 1) for user, skill in skills.items()}
        )
    return True

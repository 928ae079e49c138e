"""How sweeps work: in batches by index, game by game, and no game in the way of another."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, connection
from django.db.models import F, Q, QuerySet

from games.models import Game

logger = logging.getLogger(__name__)

BATCH = 200
STUCK = timedelta(minutes=10)
"""A game is let alone for so long when working it off failed,"""
SHAKEN = timedelta(minutes=1)
"""and for so long when its connection was lost, or it waited in vain."""

OF_DATABASE = (InterfaceError, OperationalError)


def is_database_away(fault: Exception) -> bool:
    """Return whether `fault` came of a connection to the database that is lost."""
    return isinstance(fault, OF_DATABASE) and not connection.is_usable()


def is_stuck(game: Game, now: datetime) -> bool:
    """Return whether `game` is let alone at this moment, as working it off failed."""
    return game.stuck_until is not None and game.stuck_until > now


def in_batches(games: QuerySet[Game], column: str, now: datetime) -> Iterator[int]:
    """Yield the keys of `games` that are not stuck, in the order of `column`.

    Batch by batch as they are asked for, by an index that begins with the column.
    """
    free = games.filter(Q(stuck_until__isnull=True) | Q(stuck_until__lte=now))
    rows = free.annotate(at=F(column)).order_by(column, "pk").values_list("pk", "at")
    batch = list(rows[:BATCH])
    while batch:
        yield from (game_id for game_id, _at in batch)
        last_id, last_at = batch[-1]
        later = rows.filter(**{f"{column}__gte": last_at})
        batch = list(later.exclude(**{column: last_at, "pk__lte": last_id})[:BATCH])


def attempt(work: Callable[[int, datetime], bool], game_id: int, now: datetime) -> bool:
    """Do `work` on a game, in a transaction of its own; return what it returns.

    A bug, or a row that cannot be, is logged, leaves the game as it is and lets it rest: shorter
    when it may be the database's fault. A database that is away is no fault of the game: raised.
    """
    try:
        return work(game_id, now)
    except Exception as fault:
        logger.exception("Left as it is by %s: game %s", work.__name__, game_id)
        if is_database_away(fault):
            raise
        until = now + (SHAKEN if isinstance(fault, OF_DATABASE) else STUCK)
        Game.objects.filter(pk=game_id).update(stuck_until=until)
        return False

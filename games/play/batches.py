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
"""A game is let alone for so long when working it off failed."""


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

    A bug, or a row that cannot be, is logged, leaves the game as it is and lets it rest. A
    connection that is lost is no fault of the game: that is raised.
    """
    try:
        return work(game_id, now)
    except Exception as fault:
        if isinstance(fault, InterfaceError | OperationalError) and not connection.is_usable():
            raise
        logger.exception("Left as it is by %s: game %s", work.__name__, game_id)
        Game.objects.filter(pk=game_id).update(stuck_until=now + STUCK)
        return False

"""What happens when time is up, game by game: found by a sweep, never by a page view."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, QuerySet

from games.models import Game
from games.rules.arranging import TIME_UP
from games.rules.moves import Move
from games.rules.state import ARRANGING

from . import clock, ending
from .beat import just_back
from .due import people_due
from .lobby import expire_table
from .storage import load
from .turns import take_turn

logger = logging.getLogger(__name__)

BATCH = 200
FAULT_RESTS = 600  # seconds until a game is tried again that could not be worked off


def expire_due(now: datetime) -> int:
    """Work off all that is overdue; return how many games changed.

    Each game has a transaction of its own and is skipped while another worker has it. One that
    fails is logged and left as it is; the others go on. After an outage nobody's time runs out for
    some minutes.
    """
    if just_back(now):
        return 0
    worked_off = 0
    for name, work in _overdue(now):
        try:
            if cache.get(name) is None:
                worked_off += work()
        except Exception:  # a bug, or a row that cannot be: no other game may suffer
            logger.exception("Left overdue: %s", name)
            cache.set(name, True, FAULT_RESTS)
    return worked_off


def expire(game_id: int, now: datetime) -> bool:
    """Do what is due at this game's deadline; return whether something was.

    Safe to run twice and side by side: the deadline counts as it stands under the lock.
    """
    with transaction.atomic():
        game = _lock_due(game_id, "deadline", now)
        if game is None:
            return False
        clock.apply_shifts(game)
        if game.status == Game.Status.OPEN:
            if _is_due(game.deadline, now):
                expire_table(game, now)
                return True
            game.save(update_fields=[*clock.COLUMNS, "proposal_deadline"])
            return False
        return _time_up(game, now)


def expire_proposal(game_id: int, now: datetime) -> bool:
    """Take the silence of all who did not answer a proposal as their consent."""
    with transaction.atomic():
        game = _lock_due(game_id, "proposal_deadline", now)
        if game is None:
            return False
        clock.apply_shifts(game)
        game.save(update_fields=[*clock.COLUMNS, "proposal_deadline"])
        if not _is_due(game.proposal_deadline, now):
            return False
        ending.end_by_silence(game, now)
        return True


def _time_up(game: Game, now: datetime) -> bool:
    table = load(game)
    clock.adjust(game, table.seats, table.state, now)  # a vacation may have begun in time
    game.save(update_fields=[*clock.COLUMNS, "proposal_deadline"])
    if not _is_due(game.deadline, now):
        return False
    people = people_due(table.state)
    if table.state.phase != ARRANGING and ending.agrees_by_silence(game, table, people[0], now):
        return True
    late = Move("ready", detail=TIME_UP)
    move = late if table.state.phase == ARRANGING else Move("leave", detail="timeout")
    for seat in people:
        version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
        take_turn(game_id=game.pk, seat=seat, move=move, version=version, now=now)
    return True


def _lock_due(game_id: int, column: str, now: datetime) -> Game | None:
    due = {f"{column}__lte": now, "status__in": Game.UNDER_WAY}
    return Game.objects.select_for_update(skip_locked=True).filter(pk=game_id, **due).first()


def _is_due(deadline: datetime | None, now: datetime) -> bool:
    return deadline is not None and deadline <= now


def _overdue(now: datetime) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield what is overdue, proposals first: consent comes before a time-out."""
    proposals = Game.objects.filter(status__in=Game.UNDER_WAY)
    for game_id, version in _in_batches(proposals, "proposal_deadline", now):
        yield f"proposal-fault:{game_id}:{version}", partial(expire_proposal, game_id, now)
    for status in Game.UNDER_WAY:
        due = Game.objects.filter(status=status)
        for game_id, version in _in_batches(due, "deadline", now):
            yield f"deadline-fault:{game_id}:{version}", partial(expire, game_id, now)


def _in_batches(games: QuerySet[Game], column: str, now: datetime) -> Iterator[tuple[int, int]]:
    """Yield (id, version) of `games` whose `column` is past, the longest overdue first."""
    due = games.filter(**{f"{column}__lte": now}).order_by(column, "pk")
    rows = due.annotate(at=F(column)).values_list("pk", "version", "at")
    batch = list(rows[:BATCH])
    while batch:
        yield from ((game_id, version) for game_id, version, _at in batch)
        last_id, _version, last_at = batch[-1]
        later = rows.filter(**{f"{column}__gte": last_at}).exclude(
            **{column: last_at, "pk__lte": last_id}
        )
        batch = list(later[:BATCH])

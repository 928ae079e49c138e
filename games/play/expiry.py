"""What happens when time is up, game by game: found by a sweep, never by a page view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from django.db import transaction

from games.models import Game
from games.rules.arranging import TIME_UP
from games.rules.moves import Move
from games.rules.state import ARRANGING

from . import agreement, answers, clock, notices
from .batches import attempt, in_batches
from .beat import just_back
from .due import people_due
from .lobby import expire_table
from .outlast import apply_shifts
from .storage import load
from .turns import take_turn


def expire_due(now: datetime, *, most: int | None = None) -> int:
    """Work off what is overdue; return how many games changed: all, or `most` of them.

    Each game has a transaction of its own and is skipped while somebody else has it. One that fails
    is logged and left as it is; the others go on. After an outage nobody's time runs out for some
    minutes.
    """
    if just_back(now):
        return 0
    changed = 0
    for work, game_id in _overdue(now):
        changed += attempt(work, game_id, now)
        if changed == most:
            break
    return changed


def expire(game_id: int, now: datetime) -> bool:
    """Do what is due at this game's deadline; return whether something was.

    Safe to run twice and side by side: the deadline counts as it stands under the lock.
    """
    with transaction.atomic():
        game = _lock_due(game_id, "deadline", now)
        if game is None:
            return False
        if game.status != Game.Status.OPEN:
            return _time_up(game, now)
        apply_shifts(game)
        if not _is_due(game.deadline, now):
            game.save(update_fields=clock.COLUMNS)
            return False
        expire_table(game, now)
        return True


def expire_proposal(game_id: int, now: datetime) -> bool:
    """Take the silence of all who did not answer a proposal as their consent."""
    with transaction.atomic():
        game = _lock_due(game_id, "proposal_deadline", now)
        if game is None:
            return False
        if apply_shifts(game):
            table = load(game)
            notices.clock_runs_again(game, table.seats, table.state, now)
        seats = list(game.seats.select_related("user"))
        if _is_due(game.proposal_deadline, now):
            answers.wait_for_the_away(game, seats)
        if not _is_due(game.proposal_deadline, now):
            game.save(update_fields=clock.COLUMNS)
            return False
        agreement.end(game, seats, "agreed", by=None, now=now)
        return True


def _time_up(game: Game, now: datetime) -> bool:
    table = load(game)
    # A vacation may have begun in time, or time was given.
    longer = clock.adjust(game, table.seats, table.state, now)
    game.save(update_fields=clock.COLUMNS)
    if longer:
        notices.clock_runs_again(game, table.seats, table.state, now)
    if not _is_due(game.deadline, now):
        return False
    people = people_due(table.state)
    arranging = table.state.phase == ARRANGING
    if not arranging:
        silent = table.seats[people[0]]
        if agreement.agree(game, table.seats, silent, now, by_silence=True):
            return True
    move = Move("ready" if arranging else "leave", detail=TIME_UP)
    for seat in people:
        take_turn(game_id=game.pk, seat=seat, move=move, version=None, now=now)
    return True


def _lock_due(game_id: int, column: str, now: datetime) -> Game | None:
    due = {f"{column}__lte": now, "status__in": Game.UNDER_WAY}
    return Game.objects.select_for_update(skip_locked=True).filter(pk=game_id, **due).first()


def _is_due(deadline: datetime | None, now: datetime) -> bool:
    return deadline is not None and deadline <= now


def _overdue(now: datetime) -> Iterator[tuple[Callable[[int, datetime], bool], int]]:
    """Yield what is overdue, proposals first: consent comes before a time-out."""
    proposals = Game.objects.filter(proposal_deadline__lte=now)
    for game_id in in_batches(proposals, "proposal_deadline", now):
        yield expire_proposal, game_id
    for status in Game.UNDER_WAY:
        due = Game.objects.filter(status=status, deadline__lte=now)
        for game_id in in_batches(due, "deadline", now):
            yield expire, game_id

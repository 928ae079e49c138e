"""Time for clocks: what a moderator gives to one or all, and what all are given after an outage."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import ClockShift, Game

from . import notices
from .batches import attempt, in_batches
from .beat import latest_shift, lock_beat
from .clock import COLUMNS
from .errors import PlayError
from .outlast import apply_shifts, give
from .pace import DAY
from .storage import load
from .turns import lock

MOST_GIVEN = 60 * DAY  # seconds


def give_time(*, game_id: int, seconds: int, now: datetime) -> Game:
    """Give the running turn of one game `seconds` more.

    Raises PlayError: `time-given` for less than a second or more than sixty days, `no-clock`.
    """
    _check(seconds)
    with transaction.atomic():
        game = lock(game_id)
        if not game.is_running or (game.deadline is None and game.stopped_seconds is None):
            raise PlayError("no-clock")
        apply_shifts(game)
        give(game, seconds)
        game.save(update_fields=COLUMNS)
        _remind(game, now)
    return game


def give_time_to_all(*, seconds: int, why: str, now: datetime) -> ClockShift:
    """Give every turn that is running now `seconds` more; each game takes it under its own lock.

    Raises PlayError `time-given`.
    """
    _check(seconds)
    with transaction.atomic():
        lock_beat(now)
        return ClockShift.objects.create(
            kind=ClockShift.Kind.GIFT, began=now, ended=now, seconds=seconds, why=why
        )


def apply_to_all(now: datetime, *, most: int | None = None) -> int:
    """Let games with a clock take the shifts they have not had; return how many did.

    All of them, or `most`. Each has a transaction of its own, and none waits for another: a game
    that somebody else has takes them the next time.
    """
    latest = latest_shift()
    clocks = Q(deadline__isnull=False) | Q(stopped_seconds__isnull=False)
    behind = Game.objects.filter(clocks, shifts_seen__lt=latest)
    done = 0
    for game_id in in_batches(behind, "shifts_seen", now):
        done += attempt(_take_shifts, game_id, now)
        if done == most:
            break
    return done


def _take_shifts(game_id: int, now: datetime) -> bool:
    with transaction.atomic():
        game = Game.objects.select_for_update(skip_locked=True).filter(pk=game_id).first()
        if game is None or game.status not in Game.UNDER_WAY:
            return False
        longer = apply_shifts(game)
        game.save(update_fields=COLUMNS)
        if longer:
            _remind(game, now)
    return True


def _remind(game: Game, now: datetime) -> None:
    table = load(game)
    notices.clock_runs_again(game, table.seats, table.state, now)


def _check(seconds: int) -> None:
    if not 1 <= seconds <= MOST_GIVEN:
        raise PlayError("time-given")

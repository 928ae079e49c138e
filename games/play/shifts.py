"""Time for all clocks: what an outage took, what a moderator gives."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import ClockShift, Game

from .clock import COLUMNS, apply_shifts, give
from .errors import PlayError
from .pace import DAY
from .turns import lock

BATCH = 500
MOST_GIVEN = 60 * DAY  # seconds
_COLUMNS = [*COLUMNS, "proposal_deadline"]


def give_time(*, game_id: int, seconds: int) -> Game:
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
        game.save(update_fields=_COLUMNS)
    return game


def give_time_to_all(*, seconds: int, why: str, now: datetime) -> ClockShift:
    """Give every clock that has one now `seconds` more; each game takes it under its own lock.

    Raises PlayError `time-given`.
    """
    _check(seconds)
    gift = ClockShift.Kind.GIFT
    return ClockShift.objects.create(kind=gift, began=now, ended=now, seconds=seconds, why=why)


def apply_to_all() -> int:
    """Let each game with a clock take the shifts it has not had; return how many games moved."""
    latest = ClockShift.objects.order_by("-pk").values_list("pk", flat=True).first()
    if latest is None:
        return 0
    moved = 0
    for game_id in _behind(latest):
        with transaction.atomic():
            game = lock(game_id)
            moved += apply_shifts(game)
            game.save(update_fields=_COLUMNS)
    return moved


def _behind(latest: int) -> Iterator[int]:
    """Yield the games with a clock that have not had all shifts up to `latest`."""
    clocks = Q(deadline__isnull=False) | Q(stopped_seconds__isnull=False)
    games = Game.objects.filter(clocks, status__in=Game.UNDER_WAY, shifts_seen__lt=latest).order_by(
        "pk"
    )
    after = 0
    while batch := list(games.filter(pk__gt=after).values_list("pk", flat=True)[:BATCH]):
        yield from batch
        after = batch[-1]


def _check(seconds: int) -> None:
    if not 1 <= seconds <= MOST_GIVEN:
        raise PlayError("time-given")

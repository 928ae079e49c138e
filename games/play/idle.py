"""Games that nobody comes back to: a guest's with bots, which no clock ends."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, Move, Seat

from . import agreement
from .batches import attempt, in_batches

IDLE = timedelta(days=30)


def close_idle(now: datetime) -> int:
    """Close the games without a clock in which guests alone left off long ago; return how many."""
    games = _idle(now)
    return sum(
        attempt(close, game_id, now) for game_id in in_batches(games, "turn_started_at", now)
    )


def close(game_id: int, now: datetime) -> bool:
    """Close this game if it is idle still and nobody has it; return whether it was closed."""
    with transaction.atomic():
        game = _idle(now).select_for_update(skip_locked=True).filter(pk=game_id).first()
        if game is None:
            return False
        seats = list(game.seats.select_related("user"))
        agreement.end(game, seats, "idle", by=None, now=now)
    return True


def _idle(now: datetime) -> QuerySet[Game]:
    members = Seat.objects.filter(game=OuterRef("pk"), user__is_guest=False)
    lately = Move.objects.filter(game=OuterRef("pk"), at__gt=now - IDLE)
    return Game.objects.filter(
        ~Exists(members),
        ~Exists(lately),
        turn_seconds__isnull=True,
        status__in=[Game.Status.ARRANGING, Game.Status.PLAYING],
        turn_started_at__lte=now - IDLE,
    )

"""What Celery calls; each fetches and asks the play layer."""

from __future__ import annotations

import logging
import secrets
from random import Random

from celery import current_app, shared_task
from django.utils import timezone

from games.models import Game
from games.play.after import PLAY_BOTS
from games.play.bots import play_bots as let_bots_play

logger = logging.getLogger(__name__)

SWEPT_AT_ONCE = 100  # games a sweep hands on


@shared_task(name=PLAY_BOTS, ignore_result=True)
def play_bots(game_id: int) -> int:
    """Let the bots of one game make every decision they have; return how many they made."""
    return let_bots_play(game_id=game_id, random=Random(secrets.randbits(64)), clock=timezone.now)


@shared_task(name="games.sweep_bots", ignore_result=True)
def sweep_bots() -> int:
    """Wake the bots of games whose nudge was lost; return how many games that were."""
    games = Game.objects.filter(bot_due=True).order_by("pk").values_list("pk", flat=True)
    waiting = list(games[:SWEPT_AT_ONCE])
    for game_id in waiting:
        current_app.send_task(PLAY_BOTS, args=[game_id])
    return len(waiting)

"""What is set going once a change is committed; all of it may fail without harm."""

from __future__ import annotations

from functools import partial

from celery import current_app
from django.db import transaction

from games.models import Game

PLAY_BOTS = "games.play_bots"
FOLLOW_SANCTIONS = "games.sweep_sanctions"
WORK_OFF_PEOPLE = "games.sweep_people"
COUNT_RESULTS = "games.sweep_ratings"


def announce(game: Game) -> None:
    """Once the running transaction is committed, wake the bots if one has something to decide.

    A failure (no broker) is logged by Django and changes nothing: the sweep finds the game.
    """
    if game.bot_due:
        transaction.on_commit(partial(_wake_bots, game.pk), robust=True)


def nudge(sweep: str) -> None:
    """Once the running transaction is committed, let a sweep look now: FOLLOW_SANCTIONS, say.

    A failure changes nothing: the sweep comes by itself.
    """
    transaction.on_commit(partial(current_app.send_task, sweep), robust=True)


def _wake_bots(game_id: int) -> None:
    current_app.send_task(PLAY_BOTS, args=[game_id])

"""Clocks run on when a pause is over, and whoever may play again is told what waits."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.sanctions import end_pause
from games.play import notices
from games.play.batches import attempt, is_stuck
from games.play.turns import lock
from games.play.winding import wind

from .following import games_of
from .safely import safely


def end_pauses(now: datetime) -> int:
    """Let the clocks run on of all whose pause is over; return how many people that were."""
    over = User.objects.filter(paused_until__lte=now).order_by("pk")
    return sum(safely(run_on, user, now) for user in over)


def run_on(user: User, now: datetime) -> bool:
    """Let the clocks of a person run on; return whether all do, and the pause ended by this call.

    Raised to twelve hours once a turn, as after a vacation; where somebody is away still they
    stand.
    """

    def end_of_pause(game_id: int, now: datetime) -> bool:
        return _run_on(game_id, user.pk, now)

    done = [attempt(end_of_pause, game_id, now) for game_id in list(games_of(user.pk))]
    return all(done) and end_pause(user_id=user.pk, now=now)


def _run_on(game_id: int, user_id: int, now: datetime) -> bool:
    with transaction.atomic():
        game = lock(game_id)
        if is_stuck(game, now):
            return False
        if game.is_running:
            table = wind(game, now)
            notices.plays_again(game, table.seats, table.state, user_id, now)
    return True

"""Clocks run on when a pause is over, and whoever may play again is told what waits."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.sanctions import end_pause
from games.play import answers, notices
from games.play.away import away_before
from games.play.batches import is_stuck
from games.play.clock import AWAY_LONG
from games.play.safely import safely
from games.play.turns import lock
from games.play.winding import wind

from .behind import left_behind
from .following import games_of


def end_pauses(now: datetime) -> int:
    """Let the clocks run on of all whose pause is over; return how many people that were."""
    over = User.objects.filter(paused_until__lte=now).order_by("pk")
    return sum(safely(run_on, user, now) for user in over)


def run_on(user: User, now: datetime) -> bool:
    """Let the clocks of a person run on; return whether all do, and the pause ended by this call.

    Raised to twelve hours once a turn, as after a vacation, if they stood for so long; where
    somebody is away still they stand. A game that fails is tried again, and no other with it.
    """
    ended = user.paused_until
    if ended is None:
        return False

    def end_of_pause(game_id: int, now: datetime) -> bool:
        return _run_on(game_id, user, ended, now)

    behind = left_behind(end_of_pause, list(games_of(user.pk)), user.games_behind, now)
    return end_pause(user_id=user.pk, behind=behind, now=now)


def _run_on(game_id: int, user: User, ended: datetime, now: datetime) -> bool:
    with transaction.atomic():
        game = lock(game_id)
        if is_stuck(game, now):
            return False
        if game.is_running:
            long = ended - away_before(game, user, ended) >= AWAY_LONG
            table = wind(game, now, raised=long)
            if game.proposal_deadline is not None:
                answers.come_back_from_pause(game, table.seats, user, ended)
                game.save(update_fields=["proposal_deadline"])
            notices.plays_again(game, table.seats, table.state, user.pk, now)
    return True

"""Who cannot play for a time, so that a clock stands still for them."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Sanction, User
from games.models import Game


def away_since(game: Game, user: User, now: datetime) -> datetime | None:
    """Return since when the clock of `game` stands for `user`; None if it does not at this moment.

    A vacation counts where the table allows it, a pause everywhere. No query but for who is paused.
    """
    since = [user.vacation_from] if game.vacations and user.is_away(now) else []
    if user.is_paused(now):
        since.append(_paused_since(user, now))
    return min((moment for moment in since if moment is not None), default=None)


def _paused_since(user: User, now: datetime) -> datetime:
    pauses = Sanction.objects.filter(user=user, games=Sanction.Games.PAUSE, lifted_at=None)
    began = pauses.filter(until__gt=now).order_by("at").values_list("at", flat=True).first()
    return began or now

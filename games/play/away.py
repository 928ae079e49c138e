"""Who cannot play for a time, so that a clock stands still for them."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Sanction, User, Vacation
from games.models import Game


def away_since(game: Game, user: User, now: datetime) -> datetime | None:
    """Return since when the clock of `game` stands for `user`; None if it does not at this moment.

    A vacation counts where the table allows it, a pause everywhere. No query but for who is paused.
    """
    since = [user.vacation_from] if game.vacations and user.is_away(now) else []
    if user.is_paused(now):
        since.append(_paused_since(user, now))
    return min((moment for moment in since if moment is not None), default=None)


def away_before(game: Game, user: User, ended: datetime) -> datetime:
    """Return since when the clock of `game` stood for `user` until a pause `ended`.

    Pauses and vacations that overlap count together.
    """
    pauses = Sanction.objects.filter(user=user, games=Sanction.Games.PAUSE, at__lt=ended)
    times = [(pause.at, pause.lifted_at or pause.until or ended) for pause in pauses]
    if game.vacations:
        vacations = Vacation.objects.filter(user=user, begins__lt=ended)
        times += vacations.values_list("begins", "ends")
    since = max((begins for begins, ends in times if ends >= ended), default=ended)
    for begins, ends in sorted(times, reverse=True):
        since = min(since, begins) if ends > since else since
    return since


def was_paused(user: User, since: datetime, until: datetime) -> bool:
    """Return whether a pause of `user` that has not been worked off touches this time.

    No query but for who is paused.
    """
    ends = user.paused_until
    if ends is None or ends <= since:
        return False
    pauses = Sanction.objects.filter(user=user, games=Sanction.Games.PAUSE, at__lte=until)
    return any((pause.lifted_at or pause.until or ends) > since for pause in pauses)


def _paused_since(user: User, now: datetime) -> datetime:
    pauses = Sanction.objects.filter(user=user, games=Sanction.Games.PAUSE, lifted_at=None)
    began = pauses.filter(until__gt=now).order_by("at").values_list("at", flat=True).first()
    return began or now

"""What becomes of the running games of somebody on whom more than one decision bears."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from accounts.models import Sanction
from accounts.models.users import FOR_GOOD
from games.models import Game

from .following import games_of

_PAUSE = Sanction.Games.PAUSE


class Fate(StrEnum):
    """What a suspension or a ban has made of running games, or will within a minute."""

    WAIT = "pause"
    WAIT_LONGER = "pause-longer"  # another pause ends later
    NONE_WAITS = "pause-nothing"  # another decision made their person leave them
    LEFT = "leave"
    LEFT_TO_BOT = "bot"
    LEFT_BEFORE = "left-before"  # by an earlier decision


def fates_of_games(user_id: int, now: datetime) -> dict[int, Fate]:
    """Return by key of a sanction what becomes of games, for all that ever shut somebody out.

    Nobody takes a seat while they are shut out: what one decision has emptied stays empty for all
    others that bear on the same time.
    """
    found = Sanction.objects.filter(user=user_id, kind__in=Sanction.SHUT_OUT)
    rows = list(found.order_by("at", "pk"))
    pauses = [row for row in rows if row.games == _PAUSE and row.is_in_force(now)]
    last = max((_end(row) for row in pauses), default=now)
    fates: dict[int, Fate] = {}
    for row in rows:
        leaving = [each for each in rows if each.games != _PAUSE and _end(each) > row.at]
        if row.games != _PAUSE:
            first = not any((each.at, each.pk) < (row.at, row.pk) for each in leaving)
            fates[row.pk] = Fate(row.games) if first else Fate.LEFT_BEFORE
        elif leaving and not _has_any_left(leaving, user_id, now):
            fates[row.pk] = Fate.NONE_WAITS
        else:
            longer = row.is_in_force(now) and _end(row) < last
            fates[row.pk] = Fate.WAIT_LONGER if longer else Fate.WAIT
    return fates


def _end(sanction: Sanction) -> datetime:
    """Return when it ended, or will."""
    return sanction.lifted_at or sanction.until or FOR_GOOD


def _has_any_left(leaving: list[Sanction], user_id: int, now: datetime) -> bool:
    """Return whether decisions to leave games were over before all of them were left."""
    if any(each.is_in_force(now) for each in leaving):
        return False
    return games_of(user_id).exclude(status=Game.Status.OPEN).exists()

"""Time runs short: before the end of a turn, or of arranging the cards."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from accounts.vacations import away_until
from games.mail.kind import AT_ONCE_OR_NOT, Kind, Later, Told, Untrue
from games.mail.waiting import Waiting, is_of_turn, told_to_play, waiting_game
from games.models import Game
from games.play.notices import REMINDERS

_A_DAY = timedelta(days=1)


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Remind of a turn by its deadline as it is now, which may not be that of its beginning.

    Of several reminders that have become due the shortest is sent.
    """
    found = waiting_game(notice, now, Game.Status.ARRANGING, Game.Status.PLAYING)
    if not isinstance(found, Waiting):
        return found
    if not is_of_turn(notice, found):
        return Untrue("it was another turn")
    if found.time.deadline is None:
        return _once_it_runs(found, now)
    before = notice.payload["before"]
    due = found.time.deadline - timedelta(seconds=before)
    if now < due:
        return Later(due)
    shorter = (timedelta(seconds=seconds) for seconds in REMINDERS if seconds < before)
    if any(now >= found.time.deadline - each for each in shorter):
        return Untrue("a later reminder is due")
    return told_to_play(found)


def _once_it_runs(found: Waiting, now: datetime) -> Later | Untrue:
    """A clock that runs again wakes its reminders; until then they look now and then."""
    if found.time.stopped is None:
        return Untrue("there is no clock")
    user = found.at.mine.user
    back = None if user is None else away_until(user, now)
    return Later(back or now + _A_DAY)


KIND = Kind(
    name="reminder",
    look=look,
    label=_("Reminders before time runs out"),
    ways=AT_ONCE_OR_NOT,
    rank=20,
)

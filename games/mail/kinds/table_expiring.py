"""An open table is about to expire."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.at_table import AtTable, news_of, seated
from games.mail.kind import AT_ONCE_OR_NOT, Kind, Later, Told, Untrue
from games.mail.time_left import SOON, time_left
from games.models import Game
from games.play.table_notices import WARNING


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Warn the host, by the deadline as it is now."""
    at = seated(notice, Game.Status.OPEN)
    if not isinstance(at, AtTable):
        return at
    if at.game.host_id != notice.user_id:
        return Untrue("somebody else is the host now")
    time = time_left(at.game, bank=0, now=now)
    if time.deadline is None:
        return Untrue("the table does not expire")
    if now < time.deadline - WARNING:
        return Later(time.deadline - WARNING)
    if time.is_up:
        return Later(now + SOON)
    if _was_warned(notice, time.deadline - WARNING):
        return Untrue("the reader was warned of this end already")
    free = at.game.players - len(at.seats)
    return news_of(at, gettext("Your table finds no players."), time=time, free=free)


def _was_warned(notice: Notice, since: datetime) -> bool:
    """Return whether the reader was warned: who was the host before has a warning of then too."""
    of_table = notice.key.rpartition(":")[0] + ":"
    sent = Notice.objects.filter(user=notice.user_id, kind=notice.kind, sent_at__gte=since)
    return sent.filter(key__startswith=of_table).exists()


KIND = Kind(
    name="table-expiring",
    look=look,
    label=_("Your table is about to expire"),
    ways=AT_ONCE_OR_NOT,
    rank=70,
)

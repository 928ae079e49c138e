"""Somebody proposes to end the game without a result."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.at_table import AtTable, news_of, seated
from games.mail.kind import AT_ONCE_OR_NOT, Kind, Later, Told, Untrue
from games.mail.time_left import SOON, TimeLeft, proposal_time
from games.models import Game


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Ask whoever has not answered while the proposal stands."""
    at = seated(notice, Game.Status.ARRANGING, Game.Status.PLAYING)
    if not isinstance(at, AtTable):
        return at
    number = at.game.proposed_by
    if number is None or at.mine.left_at is not None or at.mine.agreed:
        return Untrue("the reader is not asked any more")
    proposer = at.seats[number]
    key = f"proposal:{at.game.pk}:{number}:{proposer.proposed_turn}:{at.mine.number}"
    if notice.key != key:
        return Untrue("it was another proposal")
    time = proposal_time(at.game, now)
    return Later(now + SOON) if time.is_up else _told(at, proposer.shown_name, time)


def _told(at: AtTable, name: str, time: TimeLeft) -> Told:
    told = {"name": name, "title": at.title}
    pattern = gettext("%(name)s proposes to end your game against %(title)s without a result.")
    return news_of(at, pattern % told, name=name, time=time)


KIND = Kind(
    name="proposal",
    look=look,
    label=_("Somebody proposes to end a game"),
    ways=AT_ONCE_OR_NOT,
    rank=25,
)

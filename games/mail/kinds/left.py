"""Somebody else has left the game, which goes on."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Act, Notice
from games.log_words import event_sentence
from games.mail.at_table import AtTable, news_of, seated
from games.mail.kind import Kind, Told, Untrue, Way
from games.models import Game, Seat
from games.rules.moves import Event


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell those who play on."""
    at = seated(notice, Game.Status.ARRANGING, Game.Status.PLAYING)
    if not isinstance(at, AtTable):
        return at
    if at.mine.left_at is not None:
        return Untrue("the reader is out as well")
    leaver = at.seats[notice.payload["who"]]
    if leaver.left_why == "removed" and _is_told_by_staff(at.game, leaver):
        return Untrue("another mail tells what staff did")
    event = Event("left", leaver.number, detail=leaver.left_why)
    happened = event_sentence(event, at.names, str.format)
    told = {"happened": happened, "title": at.title}
    line = gettext("%(happened)s Your game against %(title)s goes on.") % told
    return news_of(at, line, leaver=leaver.shown_name)


def _is_told_by_staff(game: Game, leaver: Seat) -> bool:
    acts = Act.objects.filter(game=game.code, what=Act.What.REMOVE, person=leaver.user_id)
    return leaver.user_id is not None and acts.exists()


KIND = Kind(name="left", look=look, label=_("Somebody leaves a game"), way=Way.BUNDLED, rank=60)

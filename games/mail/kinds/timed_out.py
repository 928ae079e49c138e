"""Your time has run out."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.at_table import AtTable, news_of, seated
from games.mail.kind import Kind, Told, Untrue
from games.mail.result import result_of
from games.models import Game

_EVER_AFTER = (Game.Status.PLAYING, Game.Status.OVER, Game.Status.VOID)


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell whose seat it was what became of it, and the result if there is one."""
    at = seated(notice, *_EVER_AFTER)
    if not isinstance(at, AtTable):
        return at
    if at.mine.left_why != "timeout":
        return Untrue("the seat is not out of time")
    line = gettext("Your time ran out against %(title)s.") % {"title": at.title}
    if at.game.status != Game.Status.OVER:
        return news_of(at, line, result=None)
    result = result_of(at)
    told = {"line": line, "news": result.news}
    line = gettext("%(line)s The game is over. %(news)s") % told
    return news_of(at, line, result=result)


KIND = Kind(name="timed-out", look=look, label=_("Your time has run out"), rank=40)

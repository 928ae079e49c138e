"""The game is over: the result."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.at_table import AtTable, news_of, seated
from games.mail.kind import Kind, Told, Untrue
from games.mail.result import result_of
from games.models import Game


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell all who have played, those too who left before the end."""
    at = seated(notice, Game.Status.OVER)
    if not isinstance(at, AtTable):
        return at
    result = result_of(at)
    told = {"title": at.title, "news": result.news}
    line = gettext("Your game against %(title)s is over. %(news)s") % told
    return news_of(at, line, result=result)


KIND = Kind(name="over", look=look, label=_("A game is over: the result"), rank=30)

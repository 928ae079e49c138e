"""A game was ended without a result."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.at_table import AtTable, news_of, seated
from games.mail.kind import Kind, Told, Untrue
from games.models import Game


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell how it came to that."""
    at = seated(notice, Game.Status.VOID)
    if not isinstance(at, AtTable):
        return at
    line = gettext("Your game against %(title)s has ended without a result.") % {"title": at.title}
    return news_of(at, line, why=_why(at, notice.payload.get("who")))


def _why(at: AtTable, who: int | None) -> str:
    if at.game.end == "agreed":
        return gettext("All have agreed to that; whoever did not answer counts as agreeing.")
    if at.game.end == "idle":
        return gettext("Nobody had played for 30 days.")
    if at.game.end == "called-off" and who is not None:
        told = {"name": at.names[who]}
        return gettext("%(name)s called it off before all had had a first turn.") % told
    return gettext("It was called off.")


KIND = Kind(name="called-off", look=look, label=_("A game is called off"), rank=50)

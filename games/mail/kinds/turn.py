"""It is your turn."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Notice
from games.mail.kind import Kind, Later, Told, Untrue
from games.mail.waiting import told_to_play, waits_for_reader
from games.models import Game


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Tell of a turn that has not ended yet."""
    waiting = waits_for_reader(notice, now, Game.Status.PLAYING)
    if isinstance(waiting, Later | Untrue):
        return waiting
    line = _("It is your turn against %(title)s.") % {"title": waiting.at.title}
    return told_to_play(waiting, line)


KIND = Kind(name="turn", look=look, label=gettext_lazy("It is your turn"), rank=10)

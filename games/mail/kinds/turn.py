"""It is your turn."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.kind import Kind, Later, Told, Untrue
from games.mail.waiting import Waiting, is_of_turn, told_to_play, waiting_game
from games.models import Game


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Tell of a turn that has not ended yet."""
    found = waiting_game(notice, now, Game.Status.PLAYING)
    if not isinstance(found, Waiting):
        return found
    return told_to_play(found) if is_of_turn(notice, found) else Untrue("it was another turn")


KIND = Kind(name="turn", look=look, label=_("It is your turn"), rank=10)

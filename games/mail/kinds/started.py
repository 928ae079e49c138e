"""The table is full: a game begins, the cards are to be arranged."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.kind import Kind, Later, Told, Untrue
from games.mail.waiting import Waiting, told_to_play, waiting_game
from games.models import Game
from games.time_words import pace_words


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Tell whoever is not ready yet."""
    found = waiting_game(notice, now, Game.Status.ARRANGING)
    if not isinstance(found, Waiting):
        return found
    told, game = told_to_play(found), found.table.game
    pace = pace_words(game.turn_seconds, game.bank_seconds)
    return replace(told, context={**told.context, "pace": pace})


KIND = Kind(name="started", look=look, label=_("A game begins"), rank=15)

"""Somebody asks for a rematch of a game that is over."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.kind import Kind, Later, Told, Untrue
from games.mail.time_left import SOON, time_left
from games.models import Game
from games.play.invitations import tables_asked_to
from games.time_words import pace_words
from games.words import bot_name, ruleset_name


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Tell of the table that is open now, while its reader has not answered: three queries."""
    if notice.user is None:
        return Untrue("the reader is gone")
    before = notice.payload["rematch_of"]
    table = tables_asked_to(notice.user).filter(rematch_of=before).first()
    if table is None or table.host is None or table.rematch_of is None:
        return Untrue("nobody waits for an answer of the reader")
    time = time_left(table, bank=0, now=now)
    if time.is_up:
        return Later(now + SOON)
    line = gettext("%(host)s asks you for a rematch.") % {"host": table.host.name}
    return Told(
        line=line,
        link=table.get_absolute_url(),
        context={
            "game": table,
            "line": line,
            "seated": _seated(table),
            "asked": _asked(table, notice.user_id),
            "ruleset": ruleset_name(table.ruleset),
            "pace": pace_words(table.turn_seconds, table.bank_seconds),
            "time": time,
            "before": settings.SITE_URL + table.rematch_of.get_absolute_url(),
        },
        game_id=table.pk,
    )


def _seated(table: Game) -> str:
    seats = table.seats.all()
    names = [bot_name(seat.shown_name) if seat.bot else seat.shown_name for seat in seats]
    return get_text_list(names, gettext("and"))


def _asked(table: Game, reader_id: int | None) -> str:
    """Return who else is asked and has not answered; empty for nobody."""
    there = {seat.user_id for seat in table.seats.all()} | {reader_id}
    names = [
        each.user.name
        for each in table.invitations.all()
        if each.user_id not in there and each.declined_at is None
    ]
    return get_text_list(names, gettext("and"))


KIND = Kind(name="rematch", look=look, label=_("Somebody asks you for a rematch"), rank=27)

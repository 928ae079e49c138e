"""The tables to which somebody was asked, as their list of games shows them."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import ClockShift, Game
from games.play.invitations import tables_asked_to
from games.play.outlast import deadline_after
from games.time_words import pace_words
from games.words import ruleset_name

from .invited import answers_at
from .moments import instant
from .people import names


class AskedRow(NamedTuple):
    """One table that waits for the reader's answer."""

    game: Game
    title: str
    seated: str
    asked: str  # who else has not answered; "" for nobody
    ruleset: str
    pace: str
    until: SafeString | str
    before: str  # address of the game that it is the rematch of


def asked_rows(user: User, outage: ClockShift | None) -> list[AskedRow]:
    """Return the tables that wait for an answer of `user`, the latest first: five queries."""
    return [_row(game, user, outage) for game in tables_asked_to(user)]


def _row(game: Game, user: User, outage: ClockShift | None) -> AskedRow:
    seats = list(game.seats.all())
    others = [each for each in game.invitations.all() if each.user_id != user.pk]
    until = deadline_after(game, outage)
    told = {"name": game.host.name if game.host else ""}
    return AskedRow(
        game=game,
        title=_("%(name)s asks you for a rematch") % told,
        seated=names(seats),
        asked=answers_at(others, seats, reader=user.pk).waits_for,
        ruleset=ruleset_name(game.ruleset),
        pace=pace_words(game.turn_seconds, game.bank_seconds),
        until=instant(until) if until else "",
        before=game.rematch_of.get_absolute_url() if game.rematch_of else "",
    )

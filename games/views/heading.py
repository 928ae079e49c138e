"""What stands over a table: whose it is, how far the game is, whether it waits for the reader."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.play.storage import Table
from games.rating_words import rated_text
from games.rules.state import ARRANGING, OVER
from games.rules.visibility import View
from games.time_words import pace_words
from games.words import ruleset_name

from .panel import waits_for_reader


def heading_of(table: Table, view: View, *, reader: int | None) -> dict[str, Any]:
    """Return the heading with its line, and the page's title, marked when it waits for the reader.

    `reader` is the key of the person who reads; None for a stranger.
    """
    heading = _table_name(table, reader)
    yours = waits_for_reader(view)
    title = "● " + _("Your turn") + " · " + heading if yours else heading
    return {"heading": heading, "title": title, "yours": yours, "meta": _meta(table, view)}


def _table_name(table: Table, reader: int | None) -> str:
    host = table.game.host_id
    if host is not None and host == reader:
        return _("Your table")
    name = next((seat.shown_name for seat in table.seats if host and seat.user_id == host), "")
    return _("%(name)s’s table") % {"name": name} if name else _("Table")


def _meta(table: Table, view: View) -> str:
    parts = [ruleset_name(view.ruleset)]
    if rated := rated_text(table.game, table.seats):
        parts.append(rated)
    if view.phase != OVER:
        parts.append(pace_words(table.game.turn_seconds, table.game.bank_seconds))
    if view.phase not in (ARRANGING, OVER):
        turn = {"turn": view.kingdoms[view.active].turns + 1, "limit": view.turn_limit}
        pattern = _("turn %(turn)d of %(limit)d") if view.turn_limit else _("turn %(turn)d")
        parts.insert(0, pattern % turn)
    return " · ".join(parts)

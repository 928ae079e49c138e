"""Who sits at a table, in a line."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Seat
from games.words import bot_name


def names(seats: Iterable[Seat], *, reader: int | None = None) -> str:
    """Return what the people and bots on `seats` are called; the user `reader` is "you"."""
    return ", ".join(_name(seat, reader) for seat in seats)


def _name(seat: Seat, reader: int | None) -> str:
    if seat.bot:
        return bot_name(seat.shown_name)
    return _("you") if reader and seat.user_id == reader else seat.shown_name

"""Who sits at a table, in a line."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Seat
from games.play.moderation.reports import still_here
from games.words import bot_name


def names(seats: Iterable[Seat], *, reader: int | None = None) -> str:
    """Return what the people and bots on `seats` are called; the user `reader` is "you"."""
    return ", ".join(_name(seat, reader) for seat in seats)


def page_of(seat: Seat) -> str:
    """Return the address of the page of whoever sits there; empty for bots and former players."""
    if seat.user is None or not still_here(seat.user):
        return ""
    return reverse("person", args=[seat.user.name])


def _name(seat: Seat, reader: int | None) -> str:
    if seat.bot:
        return bot_name(seat.shown_name)
    return _("you") if reader and seat.user_id == reader else seat.shown_name

"""Who sits at a table, in a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from unicodedata import bidirectional

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Seat
from games.play.moderation.reports import still_here
from games.words import bot_name

_FROM_THE_RIGHT = ("R", "AL", "AN")
_APART, _APART_END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def names(
    seats: Iterable[Seat], *, reader: int | None = None, ratings: Mapping[int, str] | None = None
) -> str:
    """Return what the people and bots on `seats` are called; the user `reader` is "you".

    The `ratings` of people, by key, stand behind their names.
    """
    return ", ".join(_name(seat, reader, ratings or {}) for seat in seats)


def page_of(seat: Seat) -> str:
    """Return the address of the page of whoever sits there; empty for bots and former players."""
    if seat.user is None or not still_here(seat.user):
        return ""
    return reverse("person", args=[seat.user.name])


def set_apart(name: str) -> str:
    """Return a name for the middle of a line; one read from the right moves nothing beside it.

    Numbers and commas would change places with it. In templates `<bdi>` does the same.
    """
    if any(bidirectional(sign) in _FROM_THE_RIGHT for sign in name):
        return f"{_APART}{name}{_APART_END}"
    return name


def _name(seat: Seat, reader: int | None, ratings: Mapping[int, str]) -> str:
    if seat.bot:
        return bot_name(set_apart(seat.shown_name))
    name = _("you") if reader and seat.user_id == reader else set_apart(seat.shown_name)
    rating = ratings.get(seat.user_id or 0)
    return f"{name} ({rating})" if rating else name

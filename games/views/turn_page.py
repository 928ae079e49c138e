"""What stands at the address of just one turn: the turn itself, or why it is not shown."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from games.mail.by_mail import Held
from games.models import Game
from games.play.storage import Table
from games.rules.visibility import view_for
from games.story import recent

from .board import board_of, time_of
from .heading import heading_of
from .requests import PageRequest
from .story import story_of
from .wish import Wish

ASIDE = {"waiting_count": 0, "by_link": True}
"""Nothing of whoever is signed in, and no token in forms, for which a cookie would be set."""


def render_turn(
    request: PageRequest,
    held: Held,
    *,
    table: Table,
    wish: Wish,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the turn that runs, as its seat sees it, whoever reads it.

    `refusal` is a sentence that says why a move did not count.
    """
    mine = held.seat.number
    view = view_for(table.state, mine)
    names = tuple(seat.shown_name for seat in table.seats)
    rows = recent(table.game, whole=False)
    story = story_of(rows, eyes=mine, turn=table.game.turn_number, names=names, whole=False)
    confirm, now, no_pages = held.user.confirm_moves, timezone.now(), [""] * len(names)
    context = {
        **of_link(request, held),
        "here": request.path,
        "mine": mine,
        "refusal": refusal,
        "story": story,
        **board_of(view, mine=mine, names=names, story=story, wish=wish, confirm=confirm),
        **time_of(table, view, mine=mine, names=names, pages=no_pages, now=now),
        **heading_of(table, view, reader=held.user.pk),
    }
    return render(request, "games/turn_by_mail.html", context, status=status)


def render_shut_out(request: PageRequest, held: Held) -> HttpResponse:
    """Return what is told while the person of the seat may not play."""
    context = {**of_link(request, held), "pressed": request.method == "POST"}
    return render(request, "games/turn_by_mail_shut_out.html", context, status=403)


def render_unknown(request: PageRequest) -> HttpResponse:
    """Return what is told where no turn is, also to who pressed a button on a page made before."""
    context = {**ASIDE, "pressed": request.method == "POST"}
    return render(request, "games/turn_by_mail_unknown.html", context, status=404)


def of_link(request: PageRequest, held: Held) -> dict[str, Any]:
    """Return whose turn it is and who reads it, for every page of a link that is one."""
    reader = request.user
    return {
        **ASIDE,
        "game": held.seat.game,
        "owner": held.user,
        "somebody_else": reader.is_authenticated and reader.pk != held.user.pk,
        "to_table": _way_to(held.seat.game, signed_in=reader.is_authenticated),
    }


def _way_to(game: Game, *, signed_in: bool) -> str:
    """The address of the table, by way of the sign-in for a stranger."""
    address = game.get_absolute_url()
    if signed_in:
        return address
    return f"{reverse('account_login')}?{urlencode({'next': address})}"

"""The table as one reader sees it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.log_words import end_sentence
from games.models import Game, Seat
from games.play.prepared import Prepared
from games.play.queries import seats_waiting_for
from games.play.storage import Table
from games.rules.leaving import end_without
from games.rules.state import OVER
from games.rules.visibility import View, view_for
from games.story import recent
from games.verdict import ties

from .after_game import after_game
from .board import board_of, time_of
from .fairness import fairness_markup
from .following import following
from .heading import heading_of
from .people import page_of
from .preview import game_preview
from .proposals import proposal_of, way_out
from .requests import PageRequest
from .seats import sheet_of
from .story import story_of
from .wish import Wish


def render_table(
    request: PageRequest,
    *,
    table: Table,
    number: int | None,
    wish: Wish,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the table for seat `number` (None: a watcher); htmx gets the part alone.

    `refusal` is a sentence that says why a move did not count. Whoever has left sees what a watcher
    sees.
    """
    out = number is not None and table.seats[number].left_at is not None
    view = view_for(table.state, None if out else number)
    names = tuple(seat.shown_name for seat in table.seats)
    rows = recent(table.game, whole=wish.whole_log)
    turn = table.game.turn_number
    story = story_of(rows, eyes=view.seat, turn=turn, names=names, whole=wish.whole_log)
    confirm = request.user.is_anonymous or request.user.confirm_moves
    pages = [page_of(seat) for seat in table.seats]
    context = {
        "game": table.game,
        "mine": number,
        "out": out,
        "refusal": refusal,
        "muted": _muted(request, table, number),
        "reportable": number is not None and sum(bool(seat.user) for seat in table.seats) > 1,
        "story": story,
        "fairness": fairness_markup(table.game, over=view.phase == OVER),
        "gone": _gone(table.seats[number]) if out and number is not None else "",
        "preview": None if request.htmx else game_preview(table.game, table.seats),
        **board_of(view, mine=number, names=names, story=story, wish=wish, confirm=confirm),
        **time_of(table, view, mine=number, names=names, pages=pages, now=timezone.now()),
        **heading_of(table, view, reader=request.user.pk),
        **_ends(table, number=number),
        **_waiting(request, table.game),
        **(
            _end(view, names) | after_game(request, table, number=number)
            if view.phase == OVER
            else {}
        ),
    }
    context |= following(context, wish, rows)
    page = "games/_table.html" if request.htmx else "games/table.html"
    return render(request, page, context, status=status)


def _muted(request: PageRequest, table: Table, number: int | None) -> bool | None:
    """Whether the reader gets no mails about this game; None for those who get none anyway."""
    mails_come = table.game.is_running and table.game.turn_seconds is not None
    if number is None or not mails_come or request.user.is_anonymous or request.user.is_guest:
        return None
    return table.seats[number].muted


def _waiting(request: PageRequest, game: Game) -> dict[str, Any]:
    """How many games wait for the reader, and the first of them that is not this one."""
    if request.user.is_anonymous:
        return {"waiting_count": 0, "next_game": ""}
    codes = [code for (code,) in _WAITING(request.user.pk)]
    elsewhere = [code for code in codes if code != game.code]
    return {
        "waiting_count": len(codes),
        "next_game": reverse("table", args=elsewhere[:1]) if elsewhere else "",
        "next_count": len(elsewhere),
    }


_WAITING = Prepared(lambda person: seats_waiting_for(User(pk=person)).values_list("game__code"), -1)


def _ends(table: Table, *, number: int | None) -> dict[str, Any]:
    """The ways to end the game before its time."""
    game, seats = table.game, table.seats
    plays = number if number is not None and seats[number].left_at is None else None
    return {
        "proposal": proposal_of(game, seats, mine=plays),
        "way_out": way_out(game, seats, mine=plays),
        "resigning_ends_it": plays is not None and bool(end_without(table.state, plays)),
    }


def _gone(seat: Seat) -> str:
    """What a reader is told who is out of the game."""
    if seat.left_why == "timeout":
        return _("Your time has run out, so you are out of this game.")
    return _("You are out of this game.")


def _end(view: View, names: tuple[str, ...]) -> dict[str, Any]:
    """What only a game that is over shows."""
    return {
        "sheet": sheet_of(view, names),
        "ties": ties(view, names),
        "end": end_sentence(view.end),
    }

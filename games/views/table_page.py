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
from games.play.beat import outage_so_far
from games.play.prepared import Prepared
from games.play.queries import seats_waiting_for
from games.play.storage import Table
from games.rules.leaving import end_without
from games.rules.state import ARRANGING, OVER
from games.rules.visibility import View, view_for
from games.story import recent
from games.time_words import pace_words
from games.verdict import ties
from games.words import kind_name, ruleset_name

from .choice import choose
from .clocks import away, banks, clock_shown
from .explain import explain_markup
from .fairness import fairness_markup
from .following import following
from .kingdoms import kingdoms_shown
from .legends import about_markup, river_markup
from .panel import panel_of, waits_for_reader
from .people import page_of
from .pieces import sprite
from .proposals import proposal_of, way_out
from .requests import PageRequest
from .seats import seats_markup, sheet_of
from .story import Story, story_of
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
    context = {
        "game": table.game,
        "view": view,
        "mine": number,
        "out": out,
        "refusal": refusal,
        "muted": _muted(request, table, number),
        "reportable": number is not None and sum(bool(seat.user) for seat in table.seats) > 1,
        "story": story,
        "sprite": sprite(),
        "discard_name": kind_name(view.discard_top) if view.discard_top else "",
        "drawn_name": kind_name(view.drawn) if view.drawn else "",
        "river": river_markup(view),
        "about": about_markup(view),
        "explain": explain_markup(view.ruleset),
        "fairness": fairness_markup(table.game, over=view.phase == OVER),
        "gone": _gone(table.seats[number]) if out and number is not None else "",
        **_time(table, view, number=number, names=names),
        **_boards(request, view, number=number, names=names, story=story, wish=wish),
        **_waiting(request, table.game),
        **(_end(table.game, view, names) if view.phase == OVER else {}),
    }
    context |= _head(view, table.game, host=_host(table), mine=_hosts(request, table.game))
    context |= following(context, wish, rows)
    page = "games/_table.html" if request.htmx else "games/table.html"
    return render(request, page, context, status=status)


def _boards(
    request: PageRequest,
    view: View,
    *,
    number: int | None,
    names: tuple[str, ...],
    story: Story,
    wish: Wish,
) -> dict[str, Any]:
    """The Kingdoms, and the panel with what can be done on the reader's own."""
    confirm = request.user.is_anonymous or request.user.confirm_moves
    choice = choose(view, wish.square, confirm=confirm)
    large, others = kingdoms_shown(
        view, names=names, mine=number, changed=story.changed, choice=choice
    )
    panel = panel_of(view, names=names, choice=choice, resigning=wish.resigning)
    return {"choice": choice, "large": large, "others": others, "panel": panel}


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


def _time(
    table: Table, view: View, *, number: int | None, names: tuple[str, ...]
) -> dict[str, Any]:
    """The clock, what each seat has of time, and the ways to end the game before its time."""
    game, seats, now = table.game, table.seats, timezone.now()
    outage = None if game.deadline is None else outage_so_far(now)
    plays = number if number is not None and seats[number].left_at is None else None
    return {
        "clock": clock_shown(game, seats, mine=number, now=now, outage=outage),
        "proposal": proposal_of(game, seats, mine=plays),
        "way_out": way_out(game, seats, mine=plays),
        "resigning_ends_it": plays is not None and bool(end_without(table.state, plays)),
        "seats": seats_markup(
            view,
            names=names,
            mine=number,
            banks=banks(game, seats, now, outage),
            away=away(seats, now) if view.phase != OVER else [""] * len(seats),
            pages=[page_of(seat) for seat in seats],
        ),
    }


def _gone(seat: Seat) -> str:
    """What a reader is told who is out of the game."""
    if seat.left_why == "timeout":
        return _("Your time has run out, so you are out of this game.")
    return _("You are out of this game.")


def _end(game: Game, view: View, names: tuple[str, ...]) -> dict[str, Any]:
    """What only a game that is over shows."""
    return {
        "sheet": sheet_of(view, names),
        "ties": ties(view, names),
        "end": end_sentence(view.end),
    }


def _host(table: Table) -> str:
    """The name of the host; empty when they are gone."""
    host = table.game.host_id
    return next((seat.shown_name for seat in table.seats if host and seat.user_id == host), "")


def _hosts(request: PageRequest, game: Game) -> bool:
    return game.host_id is not None and game.host_id == request.user.pk


def _head(view: View, game: Game, *, host: str, mine: bool) -> dict[str, Any]:
    """The heading with its line, and the page's title, marked when it waits for the reader."""
    heading = _("%(name)s’s table") % {"name": host} if host else _("Table")
    if mine:
        heading = _("Your table")
    yours = waits_for_reader(view)
    title = "● " + _("Your turn") + " · " + heading if yours else heading
    parts = [ruleset_name(view.ruleset)]
    if view.phase != OVER:
        parts.append(pace_words(game.turn_seconds, game.bank_seconds))
    if view.phase not in (ARRANGING, OVER):
        turn = {"turn": view.kingdoms[view.active].turns + 1, "limit": view.turn_limit}
        pattern = _("turn %(turn)d of %(limit)d") if view.turn_limit else _("turn %(turn)d")
        parts.insert(0, pattern % turn)
    return {"heading": heading, "title": title, "yours": yours, "meta": " · ".join(parts)}

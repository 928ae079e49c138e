"""Open tables for everybody to see, and opening one."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.switches import switches
from games.forms_lobby import FilterForm, NewTableForm
from games.models import Game
from games.play.errors import PlayError
from games.play.lobby import open_table
from games.play.queries import open_tables
from games.time_words import pace_words
from games.words import ruleset_name, sentence

from .guests import TABLE, do_once
from .lead import lead_to_error
from .once import form_number
from .people import names
from .requests import PersonRequest
from .ruleset_rows import ruleset_rows
from .seats_full import why_full
from .see_other import SeeOther
from .table_ratings import ratings_told

IN_LOBBY = 100  # tables listed


class LobbyRow(NamedTuple):
    """One open table as the lobby lists it."""

    game: Game
    people: str
    free: int
    ruleset: str
    pace: str
    sits_here: bool
    barred: bool  # the host has sent the reader away


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables, the longest waiting first, narrowed by the query string."""
    form = FilterForm(request.GET)
    wanted = form.wanted()
    games = list(open_tables(wanted, request.user.pk)[: IN_LOBBY + 1])
    ratings = ratings_told((game, game.seats.all()) for game in games)
    context = {
        "form": form,
        "filtered": bool(wanted),
        "rows": [_row(game, request.user.pk, ratings) for game in games[:IN_LOBBY]],
        "most": IN_LOBBY if len(games) > IN_LOBBY else None,
        "closed": _why_closed(),
        "full": why_full(request),
    }
    return render(request, "games/lobby.html", context)


@login_required
def new_table(request: PersonRequest) -> HttpResponse:
    """The form of a table to be opened, and opening it."""
    if request.method != "POST":
        return _form(request, NewTableForm(host=request.user, initial={"number": form_number()}))
    form = NewTableForm(request.POST, host=request.user)
    if not form.is_valid():
        return _form(request, form, status=422)
    options, now = form.options(), timezone.now()

    def act(host: User) -> Game:
        return open_table(host=host, options=options, now=now)

    try:
        address = do_once(
            request,
            number=form.cleaned_data["number"],
            choice=options,
            now=now,
            act=act,
            limited=TABLE,
        )
    except PlayError as error:
        form.add_error(None, sentence(error))
        return _form(request, form, status=422)
    return SeeOther(address)


def _why_closed() -> str:
    """Return why nobody can open a table now; empty if people can."""
    return sentence(PlayError("tables-closed")) if switches().tables_closed else ""


def _row(game: Game, user_id: int | None, ratings: dict[int, str]) -> LobbyRow:
    seats = list(game.seats.all())
    return LobbyRow(
        game=game,
        people=names(seats, reader=user_id, ratings=ratings if game.rated else None),
        free=game.players - len(seats),
        ruleset=ruleset_name(game.ruleset),
        pace=pace_words(game.turn_seconds, game.bank_seconds),
        sits_here=user_id is not None and any(seat.user_id == user_id for seat in seats),
        barred=user_id in game.barred,
    )


def _form(request: PersonRequest, form: NewTableForm, *, status: int = 200) -> HttpResponse:
    lead_to_error(form)
    told = {row.id: row.told for row in ruleset_rows()}
    context = {
        "form": form,
        "closed": _why_closed(),
        "full": why_full(request),
        "rulesets": [(radio, told[radio.data["value"]]) for radio in form["ruleset"]],
    }
    return render(request, "games/new_table.html", context, status=status)

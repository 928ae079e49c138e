"""Somebody's page: what everybody may know of them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.held_names import find_person
from accounts.models import User
from accounts.vacations import away_until
from games.models import Game
from games.play.moderation.reports import still_here
from games.play.reliability import reliability
from games.time_words import moment, pace_words
from games.words import ruleset_name

from .people import names
from .preview import person_preview
from .profile import profile_of

TABLES = 20  # listed


class TableRow(NamedTuple):
    """A table where the person sits, as their page lists it."""

    game: Game
    others: str
    free: int  # seats
    ruleset: str
    pace: str


@never_cache
@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a member, or of a guest for those who are signed in.

    Any other spelling of the name, or one from before, leads to the one in use.
    """
    now = timezone.now()
    found = find_for(request, name, now)
    if found.name != name:
        return redirect("person", found.name)
    until = away_until(found, now)
    context = {
        "person": found,
        "own": found.pk == request.user.pk,
        "away_until": moment(until) if until else "",
        "reliability": reliability(found),
        "tables": _tables(found, request.user.pk),
        "preview": person_preview(found.name),
        **profile_of(found, request.user),
    }
    return render(request, "games/person.html", context)


def find(name: str, now: datetime) -> User:
    """Return whoever has this name, or had it before, and has a page.

    Raises Http404 where there is nobody, or nobody any more.
    """
    found = None if "\x00" in name else find_person(name, now)
    if found is None or not still_here(found):
        raise Http404
    return found


def find_for(request: HttpRequest, name: str, now: datetime) -> User:
    """Return the same for whoever asks: guests have pages for those who are signed in alone."""
    found = find(name, now)
    if found.is_guest and not request.user.is_authenticated:
        raise Http404
    return found


def _tables(person: User, reader: int | None) -> list[TableRow]:
    """The latest of the public tables under way where the person plays, or waits for anybody."""
    games = (
        Game.objects.filter(
            public=True, status__in=Game.UNDER_WAY, seats__user=person, seats__left_at=None
        )
        .exclude(status=Game.Status.OPEN, by_invitation=True)
        .defer("record")
        .order_by("-created_at", "-pk")
        .prefetch_related("seats__user")
    )
    return [_row(game, person, reader) for game in games[:TABLES]]


def _row(game: Game, person: User, reader: int | None) -> TableRow:
    seats = game.seats.all()
    return TableRow(
        game=game,
        others=names((seat for seat in seats if seat.user_id != person.pk), reader=reader),
        free=game.players - len(seats),
        ruleset=ruleset_name(game.ruleset),
        pace=pace_words(game.turn_seconds, game.bank_seconds),
    )

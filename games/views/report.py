"""Somebody reports somebody."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User
from accounts.views.too_many import too_many
from games.forms_reports import ReportForm
from games.models import Game
from games.models import Report as ReportRow
from games.play.errors import PlayError
from games.play.moderation.reports import games_of_both, report, still_here
from games.time_words import day

from .access import visit
from .lead import lead_to_error
from .people import names
from .person import find
from .requests import PersonRequest
from .see_other import SeeOther

GAMES = 20  # to choose from


class Asked(NamedTuple):
    """Who may be meant: one person, or all others at the table that the reporter comes from."""

    people: list[User]
    games: list[Game]  # of both, or the table alone
    table: Game | None

    @property
    def address(self) -> str:
        """Where the reporter comes from."""
        if self.table is not None:
            return self.table.get_absolute_url()
        return reverse("person", args=[self.people[0].name])


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_form(request: PersonRequest) -> HttpResponse:
    """The form for a person (`person`, a name) or for a table (`game`, a code), and its sending.

    404 for people who are not there, for oneself, and for tables that the reader may not see.
    """
    now = timezone.now()
    asked = _asked(request, now)
    form = ReportForm(
        request.POST if request.method == "POST" else None,
        people=asked.people,
        games=[(game.code, _called(game, request.user)) for game in asked.games],
        fixed=asked.table is not None,
        initial={name: request.GET.get(name, "") for name in ("about", "game")},
    )
    if not asked.people or not form.is_valid():
        return _show(request, asked, form)
    try:
        with limits.counted(request, "report") as count:
            filed = _file(request, asked, form, now)
            if filed.at != now:
                count.rollback()
    except limits.TooOftenError as often:
        return too_many(request, often.wait, "report")
    except PlayError as error:
        form.refuse(error)
        return _show(request, asked, form)
    if filed.at == now:
        messages.success(request, _("Thank you. A moderator will look at it."))
    else:
        told = _("You have reported this already: it stays one report, with all that you wrote.")
        messages.info(request, told)
    return SeeOther(asked.address)


def _asked(request: PersonRequest, now: datetime) -> Asked:
    code = request.POST.get("game", request.GET.get("game", ""))
    table = _table(request, code) if code else None
    name = request.GET.get("person", "")
    if not name and "game" not in request.GET:  # else it is one of those at the table
        name = request.POST.get("person", "")
    if not name:
        return _at_table(request.user, table)
    person = find(name, now)
    if person == request.user:
        raise Http404
    of_both = games_of_both(request.user.pk, person.pk).exclude(
        status__in=(Game.Status.OPEN, Game.Status.EXPIRED)
    )
    games = list(of_both.defer("record").prefetch_related("seats__user")[:GAMES])
    if table is not None and table not in games and _sits(table, person):
        games.insert(0, table)
    return Asked([person], games, None)


def _at_table(user: User, table: Game | None) -> Asked:
    if table is None:
        return Asked([], [], None)
    people = [seat.user for seat in table.seats.all() if seat.user]
    others = [each for each in people if each != user and still_here(each)]
    return Asked(others, [table], table)


def _table(request: PersonRequest, code: str) -> Game:
    if not (code.isascii() and code.isalnum()):  # a database may refuse to look for it
        raise Http404
    seen = visit(request, code).game
    return Game.objects.defer("record").prefetch_related("seats__user").get(pk=seen.pk)


def _sits(table: Game, person: User) -> bool:
    return any(seat.user_id == person.pk for seat in table.seats.all())


def _called(game: Game, reader: User) -> str:
    others = names(seat for seat in game.seats.all() if seat.user_id != reader.pk)
    told = {"names": others, "day": day(game.started_at or game.created_at)}
    return _("with %(names)s, %(day)s") % told


def _file(request: PersonRequest, asked: Asked, form: ReportForm, now: datetime) -> ReportRow:
    chosen = form.cleaned_data
    name, code = chosen.get("person"), chosen.get("game")
    person = next(each for each in asked.people if name in (None, each.name))
    game = next((each for each in asked.games if code in (None, each.code)), None)
    return report(
        reporter=request.user,
        person_id=person.pk,
        about=chosen["about"],
        game_id=None if game is None else game.pk,
        text=chosen["text"],
        now=now,
    )


def _show(request: PersonRequest, asked: Asked, form: ReportForm) -> HttpResponse:
    lead_to_error(form)
    context = {
        "form": form,
        "people": asked.people,
        "person": asked.people[0] if len(asked.people) == 1 else None,
        "table": asked.table,
        "called": _called(asked.table, request.user) if asked.table else "",
        "back": asked.address if asked.people or asked.table else reverse("my-games"),
    }
    status = 422 if form.errors or request.method == "POST" else 200
    return render(request, "games/report.html", context, status=status)

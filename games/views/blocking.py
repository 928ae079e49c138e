"""Blocking people, letting them be, and the list of those who are blocked."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import blocks
from accounts.held_names import find_person
from accounts.models import User
from games.models import Game
from games.play import blocking
from games.play.errors import PlayError
from games.words import sentence

from .requests import PersonRequest
from .see_other import SeeOther


class TableShared(NamedTuple):
    """An open table where both sit, and whether the reader hosts it: then the other loses the seat,
    else the reader."""

    game: Game
    hosting: bool


@login_required
def block(request: PersonRequest) -> HttpResponse:
    """Block the `person` of this name, or with act=unblock let them be.

    Where both sit at a table that has not begun, the page first says what becomes of it, and asks
    for `sure`.
    """
    if request.method != "POST":
        return redirect("blocked")
    person, now = _person(request.POST.get("person", "")), timezone.now()
    if request.POST.get("act") == "unblock":
        blocks.unblock(by=request.user, person_id=person.pk)
        messages.success(request, _("You have unblocked %(name)s.") % {"name": person.name})
        return SeeOther(_back(request, person))
    if person != request.user and "sure" not in request.POST:
        shared = list(blocking.open_tables_with(request.user, person.pk).select_related("host"))
        if shared:
            return _ask(request, person, shared)
    try:
        blocking.block(by=request.user, person_id=person.pk, now=now)
    except PlayError as error:
        return _list(request, refusal=sentence(error), status=422)
    told = _("You and %(name)s are kept apart from now on.")
    messages.success(request, told % {"name": person.name})
    return SeeOther(_back(request, person))


@login_required
@require_safe
@never_cache
def blocked(request: PersonRequest) -> HttpResponse:
    """Whom the reader has blocked."""
    return _list(request)


def _person(name: str) -> User:
    found = None if "\x00" in name else find_person(name, timezone.now())
    if found is None:
        raise Http404
    return found


def _back(request: PersonRequest, person: User) -> str:
    if "back" in request.POST:
        return reverse("blocked")
    return reverse("person", args=[person.name])


def _ask(request: PersonRequest, person: User, shared: list[Game]) -> HttpResponse:
    context = {
        "person": person,
        "tables": [TableShared(game, game.host_id == request.user.pk) for game in shared],
    }
    return render(request, "games/block.html", context)


def _list(request: PersonRequest, *, refusal: str = "", status: int = 200) -> HttpResponse:
    context = {"blocks": blocks.blocked_by(request.user), "refusal": refusal}
    return render(request, "games/blocked.html", context, status=status)

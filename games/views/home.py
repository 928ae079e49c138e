"""The first page, and the one click from it into a game."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms_lobby import PlayNowForm
from games.models import Game
from games.play.lobby import play_now as start_with_bots
from games.rules.chance import SEED_BYTES

from .guests import TABLE, do_once
from .once import form_number
from .preview import site_preview
from .sample_kingdom import sample_kingdom
from .see_other import SeeOther


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, with *Play now*."""
    return _home(request, PlayNowForm(initial={"number": form_number()}))


def play_now(request: HttpRequest) -> HttpResponse:
    """Start a game against bots, as a guest if need be, and go to it."""
    if request.method != "POST":
        return redirect("home")
    form = PlayNowForm(request.POST)
    if not form.is_valid():
        return _home(request, form, status=422)
    chosen = form.cleaned_data
    now = timezone.now()

    def act(person: User) -> Game:
        return start_with_bots(
            user=person,
            bots=chosen["bots"],
            bot=chosen["bot"],
            seed=secrets.token_bytes(SEED_BYTES),
            now=now,
        )

    choice = (chosen["bots"], chosen["bot"])
    number = chosen["number"]
    return SeeOther(do_once(request, number=number, choice=choice, now=now, act=act, limited=TABLE))


def _home(request: HttpRequest, form: PlayNowForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "sample": sample_kingdom(), "preview": site_preview()}
    return render(request, "games/home.html", context, status=status)

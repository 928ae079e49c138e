"""Ending a game without a result: calling it off, proposing to end it, answering that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.models import Game
from games.play import ending
from games.play.errors import PlayError
from games.words import sentence

from .access import glance
from .requests import PersonRequest
from .see_other import SeeOther
from .table import show_table
from .wish import Wish

ANSWERS = {"agree": True, "refuse": False}


@never_cache
@login_required
def call_off(request: PersonRequest, code: str) -> HttpResponse:
    """End a game that has hardly begun."""
    return _do(request, code, ending.call_off, done=_("You have called the game off."))


@never_cache
@login_required
def propose(request: PersonRequest, code: str) -> HttpResponse:
    """Ask all others to end the game."""
    return _do(request, code, ending.propose, done=_("Your proposal is made."))


@never_cache
@login_required
def answer(request: PersonRequest, code: str) -> HttpResponse:
    """Agree to the proposal that stands, or refuse."""
    agrees = ANSWERS.get(request.POST.get("answer", ""))
    if request.method == "POST" and agrees is None:
        told = _("That is no answer to a proposal; nothing was done.")
        return show_table(request, code, Wish(), refusal=told, status=422)
    return _do(
        request,
        code,
        partial(ending.answer, agrees=bool(agrees)),
        done=_("You have agreed.") if agrees else _("The game goes on: the proposal is off."),
    )


def _do(request: PersonRequest, code: str, act: Callable[..., Game], *, done: str) -> HttpResponse:
    """Let the player act and lead them to the table; a refusal is told there."""
    here = glance(request, code)
    table = reverse("table", args=[code])
    if request.method != "POST":
        return redirect(table)
    try:
        act(game_id=here.game_id, user=request.user, now=timezone.now())
    except PlayError as error:
        ended = error.code == "not-running" and error.params["status"] == Game.Status.VOID
        told = _("This game has been ended already; it counts once.") if ended else sentence(error)
        return show_table(request, code, Wish(), refusal=told, status=422)
    messages.success(request, done)
    return SeeOther(f"{table}#says")

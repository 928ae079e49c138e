"""The same people once more: offered and answered by one click each."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits
from accounts.views.too_many import too_many
from games.play import invitations
from games.play.errors import PlayError
from games.play.rematch import offer
from games.rules.chance import SEED_BYTES
from games.words import sentence

from .access import visit
from .guests import TABLE
from .requests import PersonRequest
from .see_other import SeeOther
from .table import show_table
from .waiting_room import refused
from .wish import Wish


@login_required
def rematch(request: PersonRequest, code: str) -> HttpResponse:
    """Ask for a rematch of the game of `code`, or sit down where somebody has asked already."""
    seen = visit(request, code)
    if request.method != "POST":
        return redirect(seen.game)
    try:
        with limits.counted(request, TABLE):
            table = offer(
                game_id=seen.game.pk,
                user=request.user,
                seed=secrets.token_bytes(SEED_BYTES),
                now=timezone.now(),
            )
    except limits.TooOftenError as often:
        return too_many(request, often.wait, TABLE)
    except PlayError as error:
        return show_table(request, code, Wish(), refusal=sentence(error), status=422)
    return SeeOther(table.get_absolute_url())


@login_required
def decline(request: PersonRequest, code: str) -> HttpResponse:
    """Say that one does not want to sit down at the table of `code`; the others read it there."""
    seen = visit(request, code)
    if request.method != "POST":
        return redirect(seen.game)
    try:
        invitations.decline(game_id=seen.game.pk, user=request.user, now=timezone.now())
    except PlayError as error:
        return refused(request, code, error)
    messages.success(request, _("You have declined. Those who wait at the table can read it."))
    return SeeOther(reverse("my-games"))


@login_required
def let_others_in(request: PersonRequest, code: str) -> HttpResponse:
    """Let others than those who were asked sit down, at the host's word."""
    seen = visit(request, code)
    if request.method != "POST":
        return redirect(seen.game)
    try:
        table = invitations.let_others_in(game_id=seen.game.pk, by=request.user)
    except PlayError as error:
        return refused(request, code, error)
    return SeeOther(table.get_absolute_url())

"""Deleting one's account: what comes of it, the password, and it is gone."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User
from accounts.views.too_many import too_many
from games.forms_people import DeleteAccountForm
from games.models import Game, Seat
from games.play.errors import PlayError
from games.play.people.closing import close_account, is_last_superuser
from games.words import sentence

from .lead import lead_to_error
from .requests import PersonRequest
from .see_other import SeeOther

REFUSED = 403
GUESSED = "reauthenticate"
"""Wrong passwords of somebody who is signed in are counted as this action."""


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: PersonRequest) -> HttpResponse:
    """The page that says what happens, and the deletion (POST)."""
    user, now = request.user, timezone.now()
    if user.is_suspended(now):
        return _refuse(request, PlayError("leaving-suspended"))
    if is_last_superuser(user):
        return _refuse(request, PlayError("last-superuser"))
    form = DeleteAccountForm(request.POST if request.method == "POST" else None, user=user)
    try:
        with limits.counted(request, GUESSED if form.is_bound else "") as guess:
            if not form.has_error("password", "password_wrong"):
                guess.rollback()
    except limits.TooOftenError as often:
        return too_many(request, often.wait, GUESSED)
    if not form.is_valid():
        lead_to_error(form)
        context = {"form": form, "running": _running(user), "address": user.email}
        status = 422 if form.errors else 200
        return render(request, "games/delete_account.html", context, status=status)
    try:
        close_account(user_id=user.pk, now=now)
    except PlayError as refusal:
        return _refuse(request, refusal)
    except User.DoesNotExist:
        pass  # it was sent twice, and the other one is done
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for having played with us."))
    return SeeOther(reverse("home"))


def _running(user: User) -> int:
    """How many games with other people go on in which the reader plays."""
    running = (Game.Status.ARRANGING, Game.Status.PLAYING)
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=user)
    mine = Seat.objects.filter(Exists(others), user=user, left_at=None)
    return mine.filter(game__status__in=running).count()


def _refuse(request: PersonRequest, refusal: PlayError) -> HttpResponse:
    context = {"refusal": sentence(refusal)}
    return render(request, "games/delete_account.html", context, status=REFUSED)

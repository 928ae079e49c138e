"""No mails about one game, and mails again."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import outbox
from games.models import Seat

from .access import visit
from .requests import PersonRequest


@login_required
def mute(request: PersonRequest, code: str) -> HttpResponse:
    """Mute the game for the seat of who asks, or with `muted=` nothing let its mails come again.

    Sent with `back=settings` it leads back to the mail settings, else to the table.
    """
    seat = visit(request, code).seat
    if seat is None:
        raise Http404
    if request.method != "POST":
        return redirect("table", code)
    muted = bool(request.POST.get("muted"))
    Seat.objects.filter(pk=seat.pk).update(muted=muted)
    outbox.reconsider_all(request.user.pk, timezone.now())
    told = _("You get no more mails about this game.") if muted else _("Its mails come again.")
    messages.success(request, told)
    return redirect("mail-settings") if "back" in request.POST else redirect("table", code)

"""The host sends somebody away before the game."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from games.play import lobby
from games.play.errors import PlayError
from games.play.turns import lock

from .access import visit
from .numbers import whole_number
from .requests import PersonRequest
from .see_other import SeeOther
from .waiting_room import refused

NO_SEAT = 99  # a number that no seat has


@login_required
def remove(request: PersonRequest, code: str) -> HttpResponse:
    """Send somebody away at the host's word: whoever sat there when the page was made."""
    seen = visit(request, code)
    if request.method != "POST":
        return redirect(seen.game)
    try:
        with transaction.atomic():
            lock(seen.game.pk)  # nobody else sits down there in the meantime
            seats = seen.game.seats.select_related("user")
            seat = seats.filter(pk=whole_number(request.POST.get("seat", "")) or 0).first()
            lobby.remove(
                game_id=seen.game.pk,
                by=request.user,
                number=NO_SEAT if seat is None else seat.number,
                now=timezone.now(),
            )
    except PlayError as error:
        return refused(request, code, error)
    if seat is None:
        messages.info(request, _("That seat is free already."))
    else:
        messages.success(request, _("%(name)s was sent away.") % {"name": seat.shown_name})
    return SeeOther(seen.game.get_absolute_url())

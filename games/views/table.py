"""The table: shown, followed, played at."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import (
    HTMX_STOP_POLLING,
    HttpResponseClientRedirect,
    HttpResponseClientRefresh,
)

from games.models import Game

from . import closed, waiting_room
from .access import DEALT, glance, visit_table
from .deciding import decide
from .requests import PageRequest
from .see_other import SeeOther
from .table_page import render_table
from .wish import Wish, wish_of

ONLY_WATCHING = gettext_lazy("You watch this game: only its players can move.")
DONE = (Game.Status.OVER, Game.Status.EXPIRED, Game.Status.VOID)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: PageRequest, code: str) -> HttpResponse:
    """The table as it stands (GET), or after one decision (POST)."""
    if request.method == "POST":
        return _act(request, code)
    return show_table(request, code, wish_of(request))


@never_cache
@require_safe
def poll(request: PageRequest, code: str) -> HttpResponse:
    """What a page that follows the game needs: nothing (204), or the table as it stands.

    Those who played are told for a while what comes after the end, too (see `once_over`).

    286 when no more will come; 401 when its reader had a seat and is signed out now; a call to load
    the page anew when it is another page or another reader's.
    """
    wish = wish_of(request)
    try:
        now = glance(request, code)
    except Http404:
        if request.user.is_anonymous and wish.seat:
            return HttpResponse(status=401)
        raise
    if wish.seat != ("" if now.number is None else str(now.number)):
        if request.user.is_anonymous:
            return HttpResponse(status=401)
        return HttpResponseClientRefresh()
    if (wish.page == "table") != (now.status in DEALT):
        return HttpResponseClientRefresh()
    done = now.status in DONE and not now.followed
    same = wish.clock in (None, now.clock) and wish.after in (None, now.after)
    if now.version == wish.seen and same:
        return HttpResponse(status=HTMX_STOP_POLLING if done else 204)
    status = HTMX_STOP_POLLING if done else 200
    return show_table(request, code, wish, status=status)


def show_table(
    request: PageRequest, code: str, wish: Wish, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The table as it stands, read afresh, with a sentence that stays if a move was refused."""
    here, table = visit_table(request, code)
    if table is None:
        room = waiting_room if here.game.status == Game.Status.OPEN else closed
        return room.show(request, here, refusal=refusal, status=status)
    return render_table(
        request,
        table=table,
        number=here.number,
        wish=wish,
        refusal=refusal,
        status=status,
    )


def _act(request: PageRequest, code: str) -> HttpResponse:
    if request.user.is_anonymous:
        return _sign_in(request, code)
    here = glance(request, code)
    if here.number is None:
        return show_table(request, code, Wish(), refusal=str(ONLY_WATCHING), status=403)
    decided = decide(request.POST, game_id=here.game_id, seat=here.number, now=timezone.now())
    if decided.after is None:
        refusal, status = decided.refusal, decided.status
        return show_table(request, code, Wish(), refusal=refusal, status=status)
    if request.htmx:
        wish = Wish(seen=decided.seen)
        return render_table(request, table=decided.after, number=here.number, wish=wish)
    return SeeOther(f"{reverse('table', args=[code])}#says")


def _sign_in(request: PageRequest, code: str) -> HttpResponse:
    """The way back to the table for somebody whose session has ended."""
    messages.warning(
        request, _("You were signed out, so your move was not made. Sign in to go on.")
    )
    response = redirect_to_login(reverse("table", args=[code]))
    return HttpResponseClientRedirect(response.url) if request.htmx else response

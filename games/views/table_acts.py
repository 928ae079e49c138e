"""What staff did at a table, for those who sit or sat there."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Act
from games.act_words import what_staff_did
from games.models import Game
from games.play.moderation.telling import GAME_ACTS

from .moments import instant
from .people import names
from .requests import PageRequest


class ActRow(NamedTuple):
    """One act as the page shows it."""

    says: str
    at: SafeString
    why: str


@never_cache
@require_safe
def table_acts(request: PageRequest, code: str) -> HttpResponse:
    """Say what was done, when and why, the latest first; not who did it.

    Whoever was sent away before the game reads what was done to them. Raises Http404 for all
    others, at tables of the lobby too.
    """
    game = Game.objects.select_related("host").defer("record").filter(code=code).first()
    if game is None or request.user.is_anonymous:
        raise Http404
    reader = request.user.pk
    seats = list(game.seats.select_related("user"))
    acts = Act.objects.filter(game=code, what__in=GAME_ACTS).select_related("person")
    if all(seat.user_id != reader for seat in seats):
        if reader not in game.barred:
            raise Http404
        acts = acts.filter(person=reader)
    context = {
        "game": game,
        "people": names(seats, reader=reader),
        "acts": [
            ActRow(what_staff_did(act, reader=reader), instant(act.at), act.why) for act in acts
        ],
    }
    return render(request, "games/acts.html", context)

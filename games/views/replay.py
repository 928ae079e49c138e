"""A game stepped through: one address for each position."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.play.replay import may_open_all

from .access import visit_replay
from .closed import why_void
from .lines import HAS
from .numbers import whole_number
from .people import names, page_of
from .preview import replay_preview
from .replay_page import replay_context
from .requests import PageRequest
from .steps import OPEN, Ways


@never_cache
@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Lead to the position an address asks for, or to the last if it asks for one beyond.

    Without a number it leads to the first position, of a running game to the last.
    """
    here, _seats, record = visit_replay(request, code)
    last = len(record.turns)
    asked = whole_number(request.GET.get("at", ""))
    if asked is None:
        asked = last if here.game.is_running else 0
    ways = Ways(reverse("replay", args=[code]), all_open=_opened(request))
    return redirect(ways.to(min(asked, last)).href)


@never_cache
@require_safe
def position(request: PageRequest, code: str, at: int) -> HttpResponse:
    """The game after `at` steps, with all cards open if it may be; htmx gets the part alone."""
    here, seats, record = visit_replay(request, code)
    if at > len(record.turns):
        raise Http404
    context = replay_context(
        record,
        at,
        names=[seat.shown_name for seat in seats],
        seat=here.number,
        out=here.seat is not None and here.seat.left_at is not None,
        may_open=may_open_all(here.game),
        opened=_opened(request),
        void=here.game.status == Game.Status.VOID,
        address=reverse("replay", args=[code]),
        pages=[page_of(seat) for seat in seats],
        has=request.headers.get(HAS, ""),
    )
    context |= {
        "game": here.game,
        "people": names(seats, reader=request.user.pk),
        "remark": _remark(here.game),
        "preview": replay_preview(
            here.game, seats, url=request.path, at=at, last=len(record.turns)
        ),
    }
    page = "games/_position.html" if request.htmx else "games/replay.html"
    return render(request, page, context)


def _opened(request: HttpRequest) -> bool:
    return request.GET.get(OPEN) == "1"


def _remark(game: Game) -> str:
    """What a reader should know who takes what they see for the whole game."""
    if game.status == Game.Status.VOID:
        return f"{why_void(game)} {_('It has no result.')}"
    return _("The game goes on: these are its turns so far.") if game.is_running else ""

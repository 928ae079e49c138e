"""The record of a finished game as a file: for programs and for people."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, Seat
from games.play.records import told_record

from .access import visit
from .record_text import record_as_text


@never_cache
@require_safe
def record_json(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file of one line, which `manage.py check_records` takes as it is."""
    game, seats = _recorded(request, code)
    line = json.dumps(told_record(game, seats), ensure_ascii=False) + "\n"
    return HttpResponse(
        line.encode(),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="drako-{game.code}.json"'},
    )


@never_cache
@require_safe
def record_text(request: HttpRequest, code: str) -> HttpResponse:
    """The same in words of the reader's language."""
    game, seats = _recorded(request, code)
    return HttpResponse(
        record_as_text(game, seats),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="drako-{game.code}.txt"'},
    )


def _recorded(request: HttpRequest, code: str) -> tuple[Game, list[Seat]]:
    """Return a game that has a record, by the rule of `visit`, and its seats. Raises Http404."""
    game = visit(request, code).game
    if game.record is None:
        raise Http404
    return game, list(game.seats.select_related("user").order_by("number"))

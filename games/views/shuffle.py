"""Whether the chance in a game was what its commitment said."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.record_words import claim, claim_of
from games.rules.errors import RulesError
from games.rules.notation.record import read_record
from games.rules.notation.verifying import PARTS, chance_checks, hold
from games.words import sentence

from .access import visit


@never_cache
@require_safe
def shuffle(request: HttpRequest, code: str) -> HttpResponse:
    """The commitment from the first card on; after the end the seed, and all checks by it."""
    game = visit(request, code).game
    if not game.commitment:
        raise Http404
    context = {"game": game, "claims": [claim(part) for part in PARTS]}
    if game.record is not None:
        context |= _checked(game)
    return render(request, "games/shuffle.html", context)


def _checked(game: Game) -> dict[str, Any]:
    """The checks of a game that has a record, or why it cannot be checked."""
    try:
        record = read_record(game.record)
        checks = chance_checks(record, game.commitment)
    except RulesError as error:
        return {"refusal": sentence(error)}
    return {
        "seed": bytes(record.seed or b"").hex(),
        "players": len(record.players),
        "checks": [(check.holds, claim_of(check)) for check in checks],
        "all_hold": hold(checks),
    }

"""A table of which nothing comes: expired before its game, or ended without a result."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.play.replay import may_replay
from games.rating_words import rated_text
from games.time_words import pace_words
from games.words import ruleset_name

from .access import Visit
from .moments import instant
from .people import names
from .preview import game_preview
from .requests import PageRequest

_WHY: dict[str, str | Promise] = {
    "called-off": _("The game was called off before everybody had a first turn."),
    "agreed": _("The players have agreed to end the game."),
    "idle": _("Nobody had played for thirty days, so the game was closed."),
    "moderator": _("A moderator has called the game off."),
    "voided": _("The game was played to its end; a moderator has taken its result back."),
    "": _("The game was ended before its time."),
}
_IN_A_WORD: dict[str, str | Promise] = {
    "called-off": _("called off"),
    "agreed": _("ended by agreement"),
    "idle": _("closed after thirty idle days"),
    "moderator": _("called off by a moderator"),
    "voided": _("result taken back"),
    "": _("ended before its time"),
}


def show(
    request: PageRequest, visit: Visit, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Say what became of the table, and show no card; htmx gets the part alone."""
    game = visit.game
    seats = list(game.seats.select_related("user"))
    context = {
        "game": game,
        "ruleset": ruleset_name(game.ruleset),
        "rated": rated_text(game, seats) if game.started_at else "",
        "pace": pace_words(game.turn_seconds, game.bank_seconds),
        "people": names(seats, reader=request.user.pk),
        "why": why_void(game) if game.status == Game.Status.VOID else "",
        "at": instant(game.ended_at) if game.ended_at else "",
        "mine": visit.seat,
        "barred": request.user.pk in game.barred,
        "refusal": refusal,
        "can_replay": may_replay(game),
        "preview": game_preview(game, seats),
    }
    page = "games/_closed.html" if request.htmx else "games/closed.html"
    return render(request, page, context, status=status)


def why_void(game: Game) -> str:
    """Return why a game was ended without a result, as a sentence."""
    return str(_WHY.get(game.end, _WHY[""]))


def void_in_a_word(game: Game) -> str:
    """Return the same for lists."""
    return str(_IN_A_WORD.get(game.end, _IN_A_WORD[""]))

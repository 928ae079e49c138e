"""All games of one person, those that wait for them first."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Game, Seat
from games.play.queries import games_of, seats_waiting_for
from games.points import signed
from games.words import ruleset_name

from .people import names
from .requests import PersonRequest

FINISHED_A_PAGE = 20
GOING_ON = (Game.Status.ARRANGING, Game.Status.PLAYING)
ENDED = (Game.Status.OVER, Game.Status.VOID)


class GameRow(NamedTuple):
    """One game as its player's list shows it."""

    game: Game
    title: str
    mine: Seat
    to_play: Seat | None  # whose turn it is; None while all arrange or nobody plays
    free: int  # seats
    points: str  # Harmony of a finished game
    ruleset: str


@login_required
@require_safe
def my_games(request: PersonRequest) -> HttpResponse:
    """Waiting, others' turn, open, finished: in as many queries whatever their number."""
    user = request.user
    waiting = list(seats_waiting_for(user).prefetch_related("game__seats__user"))
    waiting_ids = {seat.game_id for seat in waiting}
    others = [
        game
        for game in games_of(user).filter(status__in=[*GOING_ON, Game.Status.OPEN])
        if game.pk not in waiting_ids
    ]
    after = request.GET.get("after", "")
    finished = list(_finished(user, after)[: FINISHED_A_PAGE + 1])
    rows = [_row(game, user) for game in finished[:FINISHED_A_PAGE]]
    context = {
        "waiting": [_row(seat.game, user) for seat in waiting],
        "going_on": [_row(game, user) for game in others if game.is_running],
        "open": [_row(game, user) for game in others if not game.is_running],
        "finished": rows,
        "after": after,
        "more": rows[-1].game.code if len(finished) > FINISHED_A_PAGE else "",
        "waiting_count": len(waiting),
    }
    return render(request, "games/my_games.html", context)


def _finished(user: User, after: str) -> QuerySet[Game]:
    """The ended games, the latest first, from behind the one with the code `after` on."""
    games = games_of(user).filter(status__in=ENDED).order_by("-ended_at", "-pk")
    if not after:
        return games
    last = get_object_or_404(games.prefetch_related(None), code=after)
    return games.filter(Q(ended_at__lt=last.ended_at) | Q(ended_at=last.ended_at, pk__lt=last.pk))


def _row(game: Game, user: User) -> GameRow:
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if seat.user_id == user.pk)
    playing = game.status == Game.Status.PLAYING
    return GameRow(
        game=game,
        title=_title([seat for seat in seats if seat is not mine]),
        mine=mine,
        to_play=seats[game.active_seat] if playing else None,
        free=game.players - len(seats),
        points="" if mine.total is None else signed(mine.total),
        ruleset=ruleset_name(game.ruleset),
    )


def _title(others: list[Seat]) -> str:
    if not others:
        return _("Your table, nobody else yet")
    return _("With %(names)s") % {"names": names(others)}

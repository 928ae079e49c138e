"""All games of one person, those that wait for them first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import ClockShift, Game, Invitation, Seat
from games.play.beat import outage_so_far
from games.play.history import ended_seats, with_games
from games.play.queries import games_under_way, seats_waiting_for
from games.play.replay import may_replay
from games.points import signed
from games.rating_words import counted_text
from games.time_words import pace_words
from games.words import ruleset_name

from .asked import asked_rows
from .clocks import ClockShown, clock_shown
from .closed import void_in_a_word
from .invited import Answers, answers_at
from .people import names
from .requests import PersonRequest

FINISHED = 5  # listed; the others are in the history


class Moment(NamedTuple):
    """Now, and the outage that goes on."""

    now: datetime
    outage: ClockShift | None


class GameRow(NamedTuple):
    """One game as its player's list shows it."""

    game: Game
    title: str
    mine: Seat
    to_play: Seat | None  # whose turn it is; None while all arrange or nobody plays
    free: int  # seats
    points: str  # Harmony of a finished game
    ruleset: str
    pace: str
    clock: ClockShown | None
    ended: str  # how, when it has no result
    rated: str  # of a finished rated game: what it did to the rating
    replay: str  # address; "": it runs, or had no first turn
    answers: Answers | None  # to a rematch that has not begun


@never_cache
@login_required
@require_safe
def my_games(request: PersonRequest) -> HttpResponse:
    """Waiting, others' turn, open, finished: in as many queries whatever their number."""
    user, now = request.user, timezone.now()
    at = Moment(now, outage_so_far(now))
    waiting = list(seats_waiting_for(user).prefetch_related("game__seats__user"))
    waiting_ids = {seat.game_id for seat in waiting}
    others = [game for game in games_under_way(user) if game.pk not in waiting_ids]
    finished = with_games(ended_seats(user))[:FINISHED]
    not_begun = [game for game in others if not game.is_running]
    _read_invitations(not_begun)
    context = {
        "waiting": [_row(seat.game, user, at) for seat in waiting],
        "asked": asked_rows(user, at.outage),
        "going_on": [_row(game, user, at) for game in _by_deadline(others)],
        "open": [_row(game, user, at) for game in not_begun],
        "finished": [_row(seat.game, user, at) for seat in finished],
        "waiting_count": len(waiting),
    }
    return render(request, "games/my_games.html", context)


def _read_invitations(games: list[Game]) -> None:
    """Read who was asked to these tables, with the people: one query, none without rematches."""
    rematches = [game for game in games if game.rematch_of_id is not None]
    asked = Invitation.objects.select_related("user").order_by("pk")
    prefetch_related_objects(rematches, Prefetch("invitations", asked))


def _by_deadline(games: list[Game]) -> list[Game]:
    """The running ones of `games`, the earliest deadline first, then those without."""
    running = [game for game in games if game.is_running]
    never = datetime.max.replace(tzinfo=UTC)
    return sorted(running, key=lambda game: game.deadline or never)


def _row(game: Game, user: User, at: Moment) -> GameRow:
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if seat.user_id == user.pk)
    playing = game.status == Game.Status.PLAYING
    return GameRow(
        game=game,
        title=_title(game, [seat for seat in seats if seat is not mine]),
        mine=mine,
        to_play=seats[game.active_seat] if playing else None,
        free=game.players - len(seats),
        points="" if mine.total is None else signed(mine.total),
        ruleset=ruleset_name(game.ruleset),
        pace=pace_words(game.turn_seconds, game.bank_seconds),
        clock=clock_shown(game, seats, mine=mine.number, now=at.now, outage=at.outage)
        if game.is_running
        else None,
        ended=void_in_a_word(game) if game.status == Game.Status.VOID else "",
        rated=counted_text(mine) if mine.rated else "",
        replay=reverse("replay", args=[game.code]) if mine.ended_at and may_replay(game) else "",
        answers=_answers(game, seats, user),
    )


def _answers(game: Game, seats: list[Seat], user: User) -> Answers | None:
    if game.status != Game.Status.OPEN or game.rematch_of_id is None:
        return None
    return answers_at(game.invitations.all(), seats, reader=user.pk)


def _title(game: Game, others: list[Seat]) -> str:
    told = {"names": names(others)}
    if game.status == Game.Status.OPEN and game.rematch_of_id is not None:
        return _("Rematch with %(names)s") % told if others else _("Your rematch, nobody else yet")
    return _("With %(names)s") % told if others else _("Your table, nobody else yet")

"""Clocks stop when a vacation begins and run on when it has ended: found by a sweep, or at once.

`User.is_away` is the truth that each clock is set by, under the lock of its game. All here may run
twice, side by side, and again after it was broken off.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Vacation
from accounts.vacations import close
from games.models import Game, Seat

from . import answers, clock, notices
from .batches import attempt, is_stuck
from .outlast import apply_shifts
from .safely import safely
from .storage import load
from .turns import lock
from .winding import wind


def sweep_vacations(now: datetime) -> int:
    """Work off the vacations that have begun or ended; return how many.

    A game or a vacation that fails is logged; the others go on.
    """
    standing = Vacation.objects.filter(over=False).select_related("user")
    begun = standing.filter(started=False, begins__lte=now)
    ended = standing.filter(ends__lte=now)
    worked_off = 0
    for vacation in [*begun.order_by("begins"), *ended.order_by("ends")]:
        worked_off += safely(_settle, vacation, now)
    for game_id in list(_standing_for_nobody(now)):
        _set_clock(game_id, now, now, raised=False)
    return worked_off


def settle(vacation: Vacation, now: datetime, *, by_hand: bool = False) -> None:
    """Let the clocks follow a vacation as it is at this moment, if it has begun or ended.

    It is closed once every game has followed: until then a sweep tries again. `by_hand`: its person
    ended it, who needs no notice of that.
    """
    if not vacation.started and vacation.begins <= now:
        _begin(vacation, now)
    if vacation.ends <= now:
        by_hand = by_hand or _ended_early(vacation)
        raised = not by_hand or vacation.ends - vacation.begins >= clock.AWAY_LONG
        games, asked = list(_games_of(vacation)), list(_asked(vacation))
        done = [_set_clock(game_id, now, now, raised=raised) for game_id in games]
        done += [_ask_anew(game_id, vacation, now) for game_id in asked]
        if all(done):
            close(vacation=vacation, now=now, told=not by_hand)


def _ended_early(vacation: Vacation) -> bool:
    """Return whether its person ended it: a planned end is a midnight, wherever that is.

    Those are whole quarters of an hour everywhere.
    """
    ends = vacation.ends
    return bool(ends.minute % 15 or ends.second or ends.microsecond)


def _begin(vacation: Vacation, now: datetime) -> None:
    # One that nobody noticed before it was over has stopped its clocks all the same.
    at = vacation.begins if vacation.ends <= now else now
    done = [_set_clock(game_id, at, now) for game_id in list(_games_of(vacation))]
    if all(done):
        Vacation.objects.filter(pk=vacation.pk).update(started=True)


def _games_of(vacation: Vacation) -> QuerySet[Game, int]:
    """Return the games whose clock the vacation may stop; tables may start at this moment."""
    seats = Seat.objects.filter(user=vacation.user_id, left_at=None)
    games = Game.objects.filter(status__in=Game.UNDER_WAY, vacations=True, seats__in=seats)
    return games.filter(turn_seconds__isnull=False).values_list("pk", flat=True).order_by("pk")


def _asked(vacation: Vacation) -> QuerySet[Game, int]:
    """Return the games whose players propose to end them and wait for an answer of its person."""
    seats = Seat.objects.filter(user=vacation.user_id, left_at=None, agreed=False)
    games = Game.objects.filter(proposal_deadline__isnull=False, seats__in=seats)
    return games.values_list("pk", flat=True).order_by("pk")


def _standing_for_nobody(now: datetime) -> QuerySet[Game, int]:
    """Return the games whose clock stands though nobody whom they wait for is away.

    Somebody's vacation or pause ended in the moment in which another worker stopped the clock. How
    long it was nobody knows any more: such a clock is not raised. A pause that is over lasts until
    `suspension` has let its clocks run on.
    """
    arranges = Q(game__status=Game.Status.ARRANGING, ready=False)
    to_play = Q(game__status=Game.Status.PLAYING, number=OuterRef("active_seat"))
    waited_for = Seat.objects.filter(arranges | to_play, game=OuterRef("pk"), left_at=None)
    on_vacation = waited_for.filter(
        user__vacation_from__lte=now, user__vacation_until__gt=now, game__vacations=True
    )
    paused = waited_for.filter(user__paused_until__isnull=False)
    running = (Game.Status.ARRANGING, Game.Status.PLAYING)
    games = Game.objects.filter(status__in=running, deadline=None, stopped_seconds__isnull=False)
    nobody = games.filter(~Exists(on_vacation), ~Exists(paused))
    return nobody.values_list("pk", flat=True).order_by("pk")


def _settle(vacation: Vacation, now: datetime) -> bool:
    settle(vacation, now)
    return True


def _set_clock(game_id: int, at: datetime, now: datetime, *, raised: bool = True) -> bool:
    """Set a game's clock by who was away at a moment; return whether that went well."""

    def follow_vacation(game_id: int, now: datetime) -> bool:
        return _adjust(game_id, at, now, raised=raised)

    return attempt(follow_vacation, game_id, now)


def _adjust(game_id: int, at: datetime, now: datetime, *, raised: bool) -> bool:
    with transaction.atomic():
        game = lock(game_id)
        if is_stuck(game, now):
            return False
        if not game.is_running:
            return True
        wind(game, now, at=at, raised=raised)
    return True


def _ask_anew(game_id: int, vacation: Vacation, now: datetime) -> bool:
    """Give its person, who is back, the time to answer the proposal that stands in a game.

    Return whether that went well.
    """

    def wait_for_an_answer(game_id: int, now: datetime) -> bool:
        with transaction.atomic():
            game = lock(game_id)
            if is_stuck(game, now):
                return False
            if game.proposal_deadline is None:
                return True
            table = load(game)
            if apply_shifts(game):
                notices.clock_runs_again(game, table.seats, table.state, now)
            answers.come_back(game, table.seats, vacation)
            game.save(update_fields=clock.COLUMNS)
        return True

    return attempt(wait_for_an_answer, game_id, now)

"""The games of somebody who leaves the site: each is left, keeps its result and loses the name."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from games.models import Game, Seat
from games.play.batches import attempt
from games.play.lobby import free_seat
from games.play.ratings.seats import COLUMNS, keep_skill
from games.play.turns import take_turn
from games.rules.moves import Move

from .copies import drop_copies_of_table


def leave_games(user: User, now: datetime, *, most: int) -> int:
    """Leave the games of a person and forget who sat there; return how many: all, or `most`.

    Each has a transaction of its own; one that fails is logged, and tried again later.
    """

    def leave_for_good(game_id: int, now: datetime) -> bool:
        return leave(game_id, user, now)

    free = Q(stuck_until__isnull=True) | Q(stuck_until__lte=now)
    theirs = Seat.objects.filter(user=user).order_by("pk").values_list("game_id", flat=True)
    hosted = Game.objects.filter(host=user).order_by("pk").values_list("pk", flat=True)
    found = Game.objects.filter(free, pk__in=[*theirs[:most], *hosted[:most]])
    games = found.order_by("pk").values_list("pk", flat=True)[:most]
    return sum(attempt(leave_for_good, game_id, now) for game_id in list(games))


def has_games(user: User) -> bool:
    """Return whether a person still sits at a table, or hosts one."""
    return Seat.objects.filter(user=user).exists() or Game.objects.filter(host=user).exists()


def leave(game_id: int, user: User, now: datetime) -> bool:
    """Let a person leave this game for good; return whether there was something to leave.

    A game at which nobody else sits, but bots, belongs to nobody any more and is deleted.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            return False
        seats = list(game.seats.select_related("user").order_by("number"))
        if all(seat.user_id in (None, user.pk) for seat in seats):
            game.delete()
            return True
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            return bool(Game.objects.filter(pk=game_id, host=user).update(host=None))
        if game.status == Game.Status.OPEN:
            free_seat(game, seats, mine, now)
        else:
            if game.is_running and mine.left_at is None:
                resign = Move("leave", detail="resigned")
                take_turn(game_id=game_id, seat=mine.number, move=resign, version=None, now=now)
            _forget(game_id, user, mine.number)
    return True


def _forget(game_id: int, user: User, number: int) -> None:
    """Keep seat and result, and forget who it was; the caller holds the lock on the game."""
    drop_copies_of_table(game_id)
    seat = Seat.objects.select_related("game").get(game=game_id, number=number)
    game = seat.game
    waits = game.rated and game.rated_number is None and game.status != Game.Status.VOID
    if waits:
        keep_skill(seat)
    seat.user, seat.name = None, ""
    kept = ["rated", *COLUMNS] if waits else []
    seat.save(update_fields=["user", "name", *kept])
    changed: dict[str, object] = {"host": None} if game.host_id == user.pk else {}
    if game.record is not None:
        players = list(game.record["players"])
        players[number] = seat.recorded_name
        changed["record"] = game.record | {"players": players}
    if not game.is_running:
        changed["version"] = F("version") + 1  # pages that follow it show another name
    if changed:
        Game.objects.filter(pk=game_id).update(**changed)

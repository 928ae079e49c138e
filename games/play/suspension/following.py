"""Tables and games follow a suspension or a ban: seats are freed, clocks stand, or seats go out."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Sanction
from games.models import Game, Seat
from games.play.batches import is_stuck
from games.play.lobby import free_seat
from games.play.safely import safely
from games.play.turns import lock, take_turn
from games.play.winding import wind
from games.rules.moves import Move

from .behind import left_behind


def follow_sanctions(now: datetime) -> int:
    """Let games follow the sanctions they have yet to; return how many sanctions are done with.

    The earlier first: a ban that comes after a pause has the last word.
    """
    due = Sanction.objects.filter(games_due=True).order_by("pk")
    return sum(safely(follow, sanction, now) for sanction in due)


def follow(sanction: Sanction, now: datetime) -> bool:
    """Let the games of its person follow a sanction; return whether all have, by this call.

    Nobody who is shut out takes a seat, so there are no more of them afterwards. One that is over
    or was lifted makes nobody leave any more; what was left by then stays left. A game that fails
    is tried again, and no other with it.
    """

    def follow_sanction(game_id: int, now: datetime) -> bool:
        return _follow(game_id, sanction.pk, now)

    games = list(games_of(sanction.user_id))
    behind = left_behind(follow_sanction, games, sanction.games_behind, now)
    due = Sanction.objects.filter(pk=sanction.pk, games_due=True)
    if behind and behind == sanction.games_behind:
        return False
    return bool(due.update(games_due=bool(behind), games_behind=behind)) and not behind


def games_of(user_id: int) -> QuerySet[Game, int]:
    """Return the open tables and running games in which a person has a seat that is not out."""
    seats = Seat.objects.filter(user=user_id, left_at=None)
    games = Game.objects.filter(status__in=Game.UNDER_WAY, seats__in=seats)
    return games.values_list("pk", flat=True).order_by("pk")


def _follow(game_id: int, sanction_id: int, now: datetime) -> bool:
    """Return whether one game has followed: it is as it is now, and so is the sanction."""
    with transaction.atomic():
        game = lock(game_id)
        if is_stuck(game, now):
            return False
        sanction = Sanction.objects.get(pk=sanction_id)
        seats = list(game.seats.select_related("user").order_by("number"))
        seat = next((each for each in seats if each.user_id == sanction.user_id), None)
        if seat is None or seat.left_at is not None:
            return True
        in_force = sanction.is_in_force(now)
        if game.is_running and sanction.games == Sanction.Games.PAUSE:
            # One that nobody noticed before it was over has stopped its clocks all the same.
            wind(game, now, at=now if in_force else sanction.at)
        elif game.is_running and in_force:
            _leave(game, seat, now, with_bot=sanction.games == Sanction.Games.BOT)
        elif game.status == Game.Status.OPEN and in_force:
            free_seat(game, seats, seat, now)
    return True


def _leave(game: Game, seat: Seat, now: datetime, *, with_bot: bool) -> None:
    """Put a seat out; a bot plays on for it if `with_bot`, where that changes nothing before it.

    Who plays on for a seat that is out is the same for all seats of a game, and part of its record:
    until the first one goes out both ways tell the same.
    """
    if with_bot and game.leavers != Game.Leavers.BOT and _is_first_to_leave(game):
        game.leavers = Game.Leavers.BOT
        game.save(update_fields=["leavers"])
    move = Move("leave", detail="removed")
    take_turn(game_id=game.pk, seat=seat.number, move=move, version=None, now=now)


def _is_first_to_leave(game: Game) -> bool:
    return not game.seats.filter(left_at__isnull=False).exists()

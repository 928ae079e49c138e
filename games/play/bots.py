"""Lets the bots at a table decide, through the same door as people."""

from __future__ import annotations

from datetime import datetime
from random import Random

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import QuerySet

from games.bots import BOTS, STAND_IN
from games.models import Game
from games.rules.visibility import view_for

from .due import bots_due
from .storage import Table, read
from .turns import lock, take_turn


class BotFault(Exception):
    """A bot failed or chose what the rules refuse: a bug; nothing has changed."""

    def __init__(self, game: Game, seat: int, bot: str) -> None:
        super().__init__(f"bot {bot} of seat {seat}, game {game.pk}, version {game.version}")
        self.version = game.version


def let_bot_decide(*, game_id: int, random: Random, now: datetime) -> bool:
    """Make one decision of a bot, if the game waits for one; return whether it was made.

    What is committed then wakes the bots again while they have more to decide, so no worker is held
    by one game. Safe to run twice at once: of two that looked at the same version one decides, the
    other leaves it at that. Raises BotFault.
    """
    game = waiting_for_bots().filter(pk=game_id).first()
    if game is None:
        return False
    try:
        table = read(game)
        due = bots_due(table.state)
        return bool(due) and _decide(table, due[0], random=random, now=now)
    except Game.DoesNotExist:
        return False


def waiting_for_bots() -> QuerySet[Game]:
    """Return the running games in which a bot has something to decide."""
    running = [Game.Status.ARRANGING, Game.Status.PLAYING]
    return Game.objects.filter(bot_due=True, status__in=running)


def some_waiting_for_bots(most: int) -> list[tuple[int, int]]:
    """Return (id, version) of at most so many such games.

    They are drawn by lot: games that wait for good cannot keep others from their turn.
    """
    return list(waiting_for_bots().order_by("?").values_list("pk", "version")[:most])


def _decide(table: Table, seat: int, *, random: Random, now: datetime) -> bool:
    game = table.game
    bot = table.seats[seat].bot or STAND_IN
    try:
        move = BOTS.get(bot, BOTS[STAND_IN])(view_for(table.state, seat), random)
        with transaction.atomic():
            if lock(game.pk).version != game.version:
                return False
            take_turn(
                game_id=game.pk,
                seat=seat,
                move=move,
                version=game.version,
                now=now,
                stand_in=True,
            )
    except (DatabaseError, Game.DoesNotExist):
        raise
    except Exception as fault:
        raise BotFault(game, seat, bot) from fault
    return True

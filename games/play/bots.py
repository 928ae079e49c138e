"""Lets the bots at a table decide, through the same door as people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from games.bots import BOTS, STAND_IN
from games.models import Game
from games.rules.errors import RulesError
from games.rules.visibility import view_for

from .due import bots_due
from .errors import PlayError
from .storage import load
from .turns import take_turn


def play_bots(*, game_id: int, random: Random, clock: Callable[[], datetime]) -> int:
    """Make every decision that bots have in the game until it waits for a person or is over.

    Each is a transaction of its own. Returns how many were made. Safe to run twice at once: what
    another process decided first is looked at afresh.
    """
    made = 0
    while (game := Game.objects.filter(pk=game_id, bot_due=True).first()) is not None:
        table = load(game)
        due = bots_due(table.state)
        if not due:
            break
        seat = due[0]
        choose = BOTS[table.seats[seat].bot or STAND_IN]
        move = choose(view_for(table.state, seat), random)
        try:
            take_turn(
                game_id=game_id,
                seat=seat,
                move=move,
                version=game.version,
                now=clock(),
                stand_in=True,
            )
            made += 1
        except (PlayError, RulesError):
            if not Game.objects.filter(pk=game_id, version__gt=game.version).exists():
                raise
    return made

"""The one door through which a running game changes."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game
from games.models import Move as MoveRow
from games.rules import engine
from games.rules.arranging import TIME_UP
from games.rules.moves import Move
from games.rules.state import OVER

from . import agreement, notices
from .after import announce
from .errors import PlayError, StaleMove
from .finish import finish
from .saving import save
from .storage import Table, load

GUARDED = frozenset({"draw", "take", "keep", "reveal", "claim", "pass"})
"""Acts of a turn: they count only on the version of the table that their page showed."""


def take_turn(
    *,
    game_id: int,
    seat: int,
    move: Move,
    version: int | None,
    now: datetime,
    stand_in: bool = False,
) -> Table:
    """Let `seat` make `move` in the game and return the table after it.

    `version` is what the player saw; it guards the acts of a turn, while arranging, readiness and
    leaving look at the seat alone. A seat that is out is played by its `stand_in` alone, never by
    its person again. Raises StaleMove when the table has moved on, PlayError when the game is not
    running or the seat is out, RulesError when the rules refuse; then nothing has changed.
    """
    with transaction.atomic():
        game = lock(game_id)
        if not game.is_running:
            raise PlayError("not-running", status=game.status)
        if move.act in GUARDED and version != game.version:
            raise StaleMove
        table = load(game)
        if table.seats[seat].left_at is not None and not stand_in:
            raise PlayError("seat-out")
        after, events = engine.apply(table.state, seat, move)
        MoveRow.objects.create(
            game=game,
            number=game.version + 1,
            turn=game.turn_number,
            seat=seat,
            act=move.act,
            square=move.square,
            detail=move.detail,
            events=[list(event) for event in events],
            at=now,
        )
        if after.phase == OVER:
            finish(table, after, now)
        before = table.state
        save(table, after, now, acted=move.detail != TIME_UP)
        if not agreement.settle(table, before, now):
            notices.moved(table, before, now)
        announce(game)
    return table


def lock(game_id: int) -> Game:
    """Return the game row, locked until the transaction ends.

    On SQLite the transaction itself holds the one write lock. Raises Game.DoesNotExist.
    """
    return Game.objects.select_for_update().get(pk=game_id)

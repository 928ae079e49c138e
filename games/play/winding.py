"""A clock set anew by who is away, saved and told; the caller holds the lock on the game."""

from __future__ import annotations

from datetime import datetime

from games.models import Game

from . import clock, notices
from .storage import Table, load


def wind(game: Game, now: datetime, *, at: datetime | None = None, raised: bool = True) -> Table:
    """Set the clock of a running `game` by who is away `now`, or was `at` a moment before.

    Only a clock that ran at that moment can have stopped then; one that stands runs on `now` at the
    earliest. Return the table. `raised` as in `clock.adjust`.
    """
    table = load(game)
    was = [getattr(game, name) for name in clock.COLUMNS]
    at = now if at is None or game.running_since is None else max(at, game.running_since)
    longer = clock.adjust(game, table.seats, table.state, at, raised=raised)
    if was != [getattr(game, name) for name in clock.COLUMNS]:
        game.save(update_fields=clock.COLUMNS)
    if longer:
        notices.clock_runs_again(game, table.seats, table.state, now)
    return table

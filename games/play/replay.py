"""Any game to be stepped through: from its record when it has one, else from its log."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Game, Seat
from games.rules.notation.record import Record, read_record
from games.rules.notation.writing import write_record
from games.rules.state import ARRANGING

from .deal import as_dealt
from .finish import decisions


def record_of(game: Game, seats: Sequence[Seat]) -> Record | None:
    """Return what there is of `game` so far, by `seats` in order; None before its first turn.

    Of a game that has a record no other row is read; of others the log: one query. The turn that
    runs is not in it. It holds hidden cards, and of a game that is not over no seed.
    """
    if game.record is not None:
        return read_record(game.record)
    if not may_replay(game):
        return None
    bots = frozenset(seat.number for seat in seats if seat.bot)
    names = [seat.recorded_name for seat in seats]
    return read_record(write_record(as_dealt(game, bots=bots), decisions(game), players=names))


def may_replay(game: Game) -> bool:
    """Return whether there is something of `game` to step through: its first turn has begun.

    Told without the record, which lists of games do not read.
    """
    return game.started_at is not None and game.phase != ARRANGING


def may_open_all(game: Game) -> bool:
    """Return whether all cards of `game` may be shown at every step: it was played to its end."""
    return game.record is not None

"""The record of a finished game as people get it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Game, Seat

_RESULTS = ("places", "scores")


def told_record(game: Game, seats: Sequence[Seat]) -> dict[str, Any] | None:
    """Return the record (drako-record/1) of `game` with its `seats` in order; None while none is.

    It calls the players as everybody does now: a name that somebody gave up, or that was taken from
    them, is told no more. Where the result was taken back it has no places and no scores.
    """
    if game.record is None:
        return None
    told: dict[str, Any] = game.record | {"players": [seat.recorded_name for seat in seats]}
    if game.status == Game.Status.VOID:
        return {key: value for key, value in told.items() if key not in _RESULTS}
    return told

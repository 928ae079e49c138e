"""What a game did to the ratings of its players, as its table shows it."""

from __future__ import annotations

from typing import Any

from games.models import Game, Seat


def rating_changes(game: Game, seats: list[Seat]) -> Any:
    """Return the changes by seat; nothing for a game that is not rated."""
    return None

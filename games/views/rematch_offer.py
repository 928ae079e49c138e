"""What a finished table says of playing once more."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Game, Seat


def rematch_offer(game: Game, seats: list[Seat], reader: User | None) -> Any:
    """Return what `reader` can do for a rematch of `game`; None for who did not play it."""
    return None

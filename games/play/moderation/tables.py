"""What staff do to a table and its game; each act is logged and told to the seats."""

from __future__ import annotations

from accounts.models import User
from games.models import Game


def sits_at(by: User, game: Game) -> bool:
    """Return whether `by` has a seat at the table, those who are out of its game too."""
    return game.seats.filter(user=by).exists()

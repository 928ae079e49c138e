"""Whether the turn that a link or a reply address was made for is the one that runs."""

from __future__ import annotations

from games.play.due import people_due
from games.play.notices import turn_name
from games.play.storage import Table


def is_running_turn(table: Table, seat: int, turn: str) -> bool:
    """Return whether the person of `seat` has something to decide in the turn of that name."""
    running = table.game.is_running and turn_name(table.game) == turn
    return running and seat in people_due(table.state)

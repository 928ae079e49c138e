"""What comes of it when the time of a seat is up, as things stand; `expiry` lets it come."""

from __future__ import annotations

from games.rules.leaving import end_without
from games.rules.state import ARRANGING, CLAIMING

from .agreement import is_last_to_agree
from .storage import Table


def when_time_is_up(table: Table, seat: int) -> str:
    """Return what would happen if the time of `seat`, for whom the game waits, were up now.

    `dealt`: its cards stay as dealt. `agreed`: it agrees by silence, as the last, and the game ends
    without a result. `passes`: its turn does. Else it is out, and the game ends as only one other
    (`alone`) or only bots (`bots`) are left, or goes on without it (`out`) or with a stand-in
    (`bot`).
    """
    if table.state.phase == ARRANGING:
        return "dealt"
    if is_last_to_agree(table.game, table.seats, table.seats[seat]):
        return "agreed"
    if table.state.phase == CLAIMING:
        return "passes"
    return end_without(table.state, seat) or table.state.leavers

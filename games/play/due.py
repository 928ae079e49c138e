"""Who has something to decide."""

from __future__ import annotations

from games.rules.state import ARRANGING, OVER, State


def seats_due(state: State) -> list[int]:
    """Return the seats the game waits for, persons and bots alike."""
    if state.phase == OVER:
        return []
    if state.phase == ARRANGING:
        left = {seat for seat, _why in state.left}
        return [seat for seat, ready in enumerate(state.ready) if not ready and seat not in left]
    return [state.active]


def bots_due(state: State) -> list[int]:
    """Return those of `seats_due` a bot decides for, stand-ins of leavers included."""
    left = {seat for seat, _why in state.left}
    return [seat for seat in seats_due(state) if seat in state.bots or seat in left]


def people_due(state: State) -> list[int]:
    """Return those of `seats_due` that a person decides for."""
    bots = bots_due(state)
    return [seat for seat in seats_due(state) if seat not in bots]

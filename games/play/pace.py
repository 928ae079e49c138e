"""How fast a game goes: time for each turn, and a time bank for the turns that take longer."""

from __future__ import annotations

from dataclasses import dataclass

from games.models.game import LONGEST_TURN, SHORTEST_TURN

from .errors import PlayError

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for a turn, and seconds that each seat may use up beyond it in the whole game."""

    turn: int
    bank: int


PRESETS = {
    "live": Pace(5 * MINUTE, 15 * MINUTE),
    "daily": Pace(DAY, 3 * DAY),
    "relaxed": Pace(3 * DAY, 7 * DAY),
    "weekly": Pace(7 * DAY, 14 * DAY),
}
DEFAULT = PRESETS["daily"]


def check_pace(pace: Pace) -> None:
    """Raise PlayError (`pace-turn`, `pace-bank`) for a pace that no table has."""
    if not SHORTEST_TURN <= pace.turn <= LONGEST_TURN:
        raise PlayError("pace-turn")
    if not 0 <= pace.bank <= LONGEST_TURN:
        raise PlayError("pace-bank")

"""The rows a game is kept in."""

from __future__ import annotations

from .cells import KingdomCell
from .game import Game
from .legends import LegendCard
from .moves import Move
from .received import Mailbox, ReceivedMail
from .reports import Report
from .seat import Seat
from .shifts import ClockShift, Heartbeat

__all__ = [
    "ClockShift",
    "Game",
    "Heartbeat",
    "KingdomCell",
    "LegendCard",
    "Mailbox",
    "Move",
    "ReceivedMail",
    "Report",
    "Seat",
]

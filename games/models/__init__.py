"""The rows a game is kept in."""

from __future__ import annotations

from .cells import KingdomCell
from .game import Game
from .invitations import Invitation
from .legends import LegendCard
from .moves import Move
from .ratings import Rating, RatingBook
from .received import Mailbox, ReceivedMail
from .reports import Report
from .seat import Seat
from .shifts import ClockShift, Heartbeat

__all__ = [
    "ClockShift",
    "Game",
    "Heartbeat",
    "Invitation",
    "KingdomCell",
    "LegendCard",
    "Mailbox",
    "Move",
    "Rating",
    "RatingBook",
    "ReceivedMail",
    "Report",
    "Seat",
]

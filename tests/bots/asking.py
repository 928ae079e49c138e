"""Asks a bot what it would do at a table that a test has drawn."""

from __future__ import annotations

from random import Random

from games.bots import BOTS
from games.rules.cards import SQUARES
from games.rules.moves import Move
from games.rules.state import State
from games.rules.visibility import view_for

NEUTRAL = "pfms hedg pfms hedg"
"""A rival's Kingdom of which nothing has been seen."""


def decision(state: State, *, seat: int = 0, bot: str = "greedy", lot: int = 1) -> Move:
    """The bot's move for a seat, from its view alone."""
    return BOTS[bot](view_for(state, seat), Random(lot))


def told(move: Move) -> str:
    """A move in the words of the notation."""
    words = [move.act, SQUARES[move.square] if move.square >= 0 else "", move.detail]
    return " ".join(word for word in words if word)

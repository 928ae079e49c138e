"""Players that see only what their seat may see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.rules.moves import Move
from games.rules.visibility import View

from . import any_legal, greedy

BOTS: dict[str, Callable[[View, Random], Move]] = {
    "random": any_legal.choose,
    "greedy": greedy.choose,
}
"""Chooses a legal move for the viewer's seat, which must have something to decide.

The same view and the same state of the random source give the same move.
"""

STAND_IN = "greedy"
"""The bot that plays on for those who leave, where the table wants it."""

"""What lets anybody check the shuffles of a game."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString

from games.models import Game

from .pieces import drawn


class Fairness(NamedTuple):
    """The commitment, and the seed once it may be known; both in hexadecimal digits."""

    code: str  # of the game
    commitment: str
    seed: str


def fairness_markup(game: Game, *, over: bool) -> SafeString:
    """Return how the shuffles of `game` can be checked; the seed is told only when it is `over`."""
    seed = bytes(game.seed or b"").hex() if over else ""
    return drawn("_fairness.html", Fairness(game.code, game.commitment, seed))

"""Games that are over with given places, for tests of how that is told."""

from __future__ import annotations

from dataclasses import replace

from games.rules.rulings import latest
from games.rules.scoring import Scores
from games.rules.setup import new_game
from games.rules.visibility import View, view_for


def over(*seats: tuple[int, Scores, str], reader: int | None = None) -> View:
    """A game that is over with these places, scores and reasons for leaving."""
    view = view_for(new_game(seed=bytes(32), players=len(seats), rulings=latest()), None)
    kingdoms = tuple(
        replace(kingdom, place=place, scores=scores, left=left)
        for kingdom, (place, scores, left) in zip(view.kingdoms, seats, strict=True)
    )
    return replace(view, kingdoms=kingdoms, seat=reader)

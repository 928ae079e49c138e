"""Cards on a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.cards import SIDE
from games.views.squares import picture_of

CARD_GAP = 0.018  # between two cards, of a Kingdom's width


class Tile(NamedTuple):
    """A picture of the sprite and the square it fills, in pixels."""

    picture: str
    x: float
    y: float
    size: float


def kingdom_tiles(cells: Sequence[str], x: float, y: float, size: float) -> list[Tile]:
    """Return the 16 cards of a Kingdom, letters as seen, in a square of `size` pixels at x, y."""
    step = size * (1 + CARD_GAP) / SIDE
    card = step - size * CARD_GAP
    return [
        Tile(picture_of(kind), x + step * (square % SIDE), y + step * (square // SIDE), card)
        for square, kind in enumerate(cells)
    ]

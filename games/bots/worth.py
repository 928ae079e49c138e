"""What a Kingdom promises: its points and those its face-down cards are expected to bring."""

from __future__ import annotations

from games.rules.cards import KINDS
from games.rules.connection import INSIDE, TOUCHING
from games.rules.kingdom import Kingdom
from games.rules.rulings import Rulings
from games.rules.scoring import score

from .outlook import pair_values

HOPE = 0.2  # found by play against itself, like all weights of this bot


class Appraiser:
    """Appraises Kingdoms of one table, as far as its cards have been seen.

    `odds` is the chance of each kind to be the next unseen card. A face-down card counts for what
    chance lays there, with a share, HOPE, of the best that could still be placed there instead.
    """

    def __init__(self, rulings: Rulings, ruleset: str, odds: dict[str, float]) -> None:
        self.rulings = rulings
        self.ruleset = ruleset
        alone, beside = pair_values(rulings, ruleset)
        self._down_alone = sum(odds[kind] * alone[kind] for kind in KINDS)
        self._down_beside = [
            (1 - HOPE) * sum(odds[other] * beside[kind, other] for other in KINDS)
            + HOPE * max(beside[kind, other] for other in KINDS if odds[other] > 0)
            for kind in KINDS
        ]
        self._down_twice = sum(
            odds[one] * odds[other] * beside[one, other] for one in KINDS for other in KINDS
        )

    def worth(self, kingdom: Kingdom) -> float:
        """Return the Harmony of a Kingdom without Legends that is expected at the end."""
        points: float = score(kingdom, self.rulings, self.ruleset).total
        down = kingdom.down
        if down:
            pairs = kingdom.pairs
            points += down.bit_count() * self._down_alone
            points += (pairs & INSIDE[down]).bit_count() * self._down_twice
            pairs &= TOUCHING[down]
            for squares, value in zip(kingdom.up, self._down_beside, strict=True):
                if squares:
                    points += (pairs & TOUCHING[squares]).bit_count() * value
        return points

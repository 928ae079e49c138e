"""What a seat can know of the cards that nobody has seen yet."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from games.rules.cards import KINDS
from games.rules.kingdom import Kingdom
from games.rules.rulings import Rulings
from games.rules.scoring import score
from games.rules.visibility import FACE_DOWN, View

UNKNOWN = "p"  # lies face down in a Kingdom that a bot thinks about; its kind is never asked for


class PairValues(NamedTuple):
    """Harmony by kind, as a ruleset gives it to one card alone and to two side by side."""

    alone: dict[str, int]
    beside: dict[tuple[str, str], int]


@cache
def pair_values(rulings: Rulings, ruleset: str) -> PairValues:
    """Read off the scores what kinds are worth, so that a further ruleset needs no code here."""
    alone = {kind: _points(kind + UNKNOWN, rulings, ruleset) for kind in KINDS}
    beside = {
        (one, other): _points(one + other, rulings, ruleset) - alone[one] - alone[other]
        for one, other in product(KINDS, repeat=2)
    }
    return PairValues(alone, beside)


def _points(first_cards: str, rulings: Rulings, ruleset: str) -> int:
    return score(Kingdom(first_cards.ljust(16, UNKNOWN)), rulings, ruleset).total


def odds_of_unseen(view: View) -> dict[str, float]:
    """Return the chance of each kind to be the next card nobody has seen.

    Counted from what is in view: cards beneath the top of the Discard are taken for unseen.
    """
    left = Counter(dict.fromkeys(KINDS, view.rulings.copies[len(view.kingdoms)]))
    for kingdom in view.kingdoms:
        left.subtract(cell for cell in kingdom.cells if cell != FACE_DOWN)
    left.subtract(view.discard_top + view.drawn)
    total = sum(left.values())
    return {kind: number / total for kind, number in left.items()}


def imagined(cells: tuple[str, ...]) -> Kingdom:
    """Return a Kingdom in view as one to try cards on."""
    return Kingdom("".join(cells).replace(FACE_DOWN, UNKNOWN))

"""How a bot lays out its four centre cards."""

from __future__ import annotations

from itertools import permutations

from games.rules.cards import CENTRE
from games.rules.kingdom import Kingdom
from games.rules.moves import Move
from games.rules.visibility import View

from .gains import best_claim
from .outlook import imagined, odds_of_unseen
from .worth import Appraiser


def arrange(view: View, seat: int) -> Move:
    """Lay the cards out in the best way, or say ready when they lie that way."""
    appraiser = Appraiser(view.rulings, view.ruleset, odds_of_unseen(view))
    as_they_lie = imagined(view.kingdoms[seat].cells)

    def promise(kingdom: Kingdom) -> float:
        # Turned or mirrored layouts are equal: rounding must not tell them apart.
        claim = best_claim(kingdom, view.river, view.rulings.harmony)
        return round(appraiser.worth(kingdom) + claim, 6)

    best, promised = "", promise(as_they_lie)
    for kinds in permutations(as_they_lie.cells[square] for square in CENTRE):
        kingdom = as_they_lie.copy()
        kingdom.arrange(kinds)
        if promise(kingdom) > promised:
            best, promised = "".join(kinds), promise(kingdom)
    return Move("arrange", detail=best) if best else Move("ready")

"""How the others stand, and what the seat to the left makes of the Discard."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import KINDS
from games.rules.legends import fulfilled
from games.rules.visibility import KingdomView, View

from .gains import gains_by_placing
from .outlook import imagined
from .worth import Appraiser


class Rivals(NamedTuple):
    """Those a seat plays against: all others that are not out."""

    best: float  # Harmony expected at the end, of the strongest
    down: int  # face-down cards, all together
    nearest: int  # face-down cards of the one closest to ending the game
    wanted: frozenset[str]  # Legends that one of them fulfils now
    share: float  # how much of a loss to one of them is the viewer's gain


def rivals_of(view: View, seat: int, appraiser: Appraiser) -> Rivals:
    """Look at the others from `seat`; there is at least one while a game runs."""
    shown = [other for other in view.kingdoms if other.seat != seat and not other.left]
    kingdoms = [imagined(other.cells) for other in shown]
    return Rivals(
        best=max(
            appraiser.worth(kingdom) + other.scores.legends
            for kingdom, other in zip(kingdoms, shown, strict=True)
        ),
        down=sum(kingdom.down.bit_count() for kingdom in kingdoms),
        nearest=min(kingdom.down.bit_count() for kingdom in kingdoms),
        wanted=frozenset().union(*map(fulfilled, kingdoms)),
        share=1 / len(shown),
    )


def handed_on(
    view: View, seat: int, appraiser: Appraiser, odds: dict[str, float]
) -> dict[str, float]:
    """Return by kind what the next seat gains by it on the Discard, over drawing blindly."""
    following = _next_to_play(view, seat)
    last_turn = 0 < view.turn_limit <= following.turns
    if following.seat == seat or following.left or last_turn:
        return dict.fromkeys(KINDS, 0.0)
    gains = gains_by_placing(imagined(following.cells), view.river, appraiser)
    drawing = sum(odds[kind] * max(0.0, gains[kind]) for kind in KINDS)
    return {kind: max(0.0, gains[kind] - drawing) for kind in KINDS}


def _next_to_play(view: View, seat: int) -> KingdomView:
    order = view.kingdoms[seat + 1 :] + view.kingdoms[: seat + 1]
    return next(
        (other for other in order if view.leavers == "bot" or not other.left),
        view.kingdoms[seat],
    )

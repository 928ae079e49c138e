"""What one more card could bring a Kingdom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.rules.cards import KINDS, squares_in
from games.rules.kingdom import Kingdom
from games.rules.legends import fulfilled

from .worth import Appraiser


def with_card(kingdom: Kingdom, kind: str, squares: Iterable[int]) -> Iterator[tuple[int, Kingdom]]:
    """Yield each of `squares` and the Kingdom with a face-up card of `kind` there."""
    for square in squares:
        after = kingdom.copy()
        after.place(square, kind)
        yield square, after


def best_claim(kingdom: Kingdom, river: Iterable[str], harmony: Mapping[str, int]) -> int:
    """Return the Harmony of the best Legend in the River that the face-up cards fulfil, or 0."""
    met = fulfilled(kingdom)
    return max((harmony[name] for name in river if name in met), default=0)


def gains_by_placing(
    kingdom: Kingdom, river: Iterable[str], appraiser: Appraiser
) -> dict[str, float]:
    """Return by kind the Harmony that placing such a card brings at best, a better claim included.

    Below 0 for a card that only does harm.
    """
    harmony = appraiser.rulings.harmony
    before = appraiser.worth(kingdom) + best_claim(kingdom, river, harmony)
    return {
        kind: max(
            appraiser.worth(after) + best_claim(after, river, harmony) - before
            for _square, after in with_card(kingdom, kind, squares_in(kingdom.open_to(kind)))
        )
        for kind in KINDS
    }

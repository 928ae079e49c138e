"""What each action of a turn leads to, as far as a seat can tell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from games.rules.cards import KINDS, squares_in
from games.rules.kingdom import Kingdom
from games.rules.legends import fulfilled
from games.rules.visibility import FACE_DOWN, View

from .claims import Claim, best_claim_of
from .gains import gains_by_placing, with_card
from .outlook import imagined, odds_of_unseen
from .rivals import handed_on, rivals_of
from .worth import Appraiser

HANDED = 0.8  # how far to trust that the next seat takes what suits it best
AHEAD = 0.7  # how much the card after this one counts
SHORTLIST = 3  # placements looked at so far ahead
# Spread of a final lead, in Harmony squared: at least, for each face-down card, for each turn left.
SPREAD, SPREAD_BY_CARD, SPREAD_BY_TURN = 4.0, 5.0, 5.0


class Plan(NamedTuple):
    """One action, with the claim that suits it."""

    value: float  # the lead it promises, in spreads of the final lead
    points: float  # expected at the end, without the Legends owned
    square: int
    after: Kingdom
    claim_first: str  # the Legend that must be claimed before the action, if any


class Plans:
    """The plans of the seat that looks at `view`; it must be its turn."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        shown = view.kingdoms[seat]
        self.kingdom = imagined(shown.cells)
        self.odds = odds_of_unseen(view)
        self.appraiser = Appraiser(view.rulings, view.ruleset, self.odds)
        self.rivals = rivals_of(view, seat, self.appraiser)
        self.owned = shown.scores.legends
        self.turns_left = view.turn_limit - shown.turns - 1 if view.turn_limit else len(shown.cells)
        self.claimable_now = self._met_by(self.kingdom)

    @cached_property
    def handed(self) -> dict[str, float]:
        """Harmony that each kind left on the Discard costs."""
        gains = handed_on(self.view, self.seat, self.appraiser, self.odds)
        cost = {kind: HANDED * self.rivals.share * gain for kind, gain in gains.items()}
        return cost | {FACE_DOWN: self.by_odds(cost)}

    def by_odds(self, values: dict[str, float]) -> float:
        """Return the mean of what depends on the next unseen card."""
        return sum(self.odds[kind] * values[kind] for kind in KINDS)

    def placements(self, kind: str, squares: Sequence[int]) -> list[Plan]:
        """Plans to place a card on one of `squares`, the best first."""
        cells = self.view.kingdoms[self.seat].cells
        plans = []
        for square, after in with_card(self.kingdom, kind, squares):
            claim = self.claim_with(after)
            lost = self.handed[cells[square]] if after.down else 0.0
            first = claim.legend if claim.legend not in self._kept(after) else ""
            points = self.appraiser.worth(after) + claim.harmony - lost
            plans.append(Plan(self.lead(points, after), points, square, after, first))
        return sorted(plans, key=lambda plan: plan.value, reverse=True)

    def best_of(self, placements: Sequence[Plan]) -> Plan:
        """Return the best of sorted `placements`, looking one card further at the first few."""
        return max(
            placements[:SHORTLIST],
            key=lambda plan: self.lead(plan.points + self._ahead(plan.after), plan.after),
        )

    def reveals(self, squares: Sequence[int]) -> dict[int, float]:
        """Return by square the points expected of turning up its card, Discard apart."""
        return {square: self.by_odds(self._turned_up(square)) for square in squares}

    def best_reveal(self, put_down: str, reveals: dict[int, float]) -> Plan:
        """Return the best plan of `reveals`, with the kind `put_down` going to the Discard."""
        square, points = max(reveals.items(), key=lambda reveal: reveal[1])
        after = self.kingdom.copy()
        after.reveal(square)
        ends = not after.down
        points -= 0.0 if ends else self.handed[put_down]
        first = self.claim_with(after).legend if ends else ""
        return Plan(self.lead(points, after), points, square, after, first)

    def draw(self) -> float:
        """Return the value expected of drawing a card and making the best of it."""
        reveals = self.reveals(squares_in(self.kingdom.down))
        return self.by_odds({kind: self._with_drawn(kind, reveals) for kind in KINDS})

    def claim_with(self, after: Kingdom) -> Claim:
        """Return the best claim of a turn whose action leads to `after`."""
        kept = self._kept(after)
        options = [] if self.view.claimed else [*self.claimable_now, *kept]
        turns = self._turns_after(after) if after.down else 0
        return best_claim_of(
            options=dict.fromkeys(options),
            kept=kept,
            turns=turns,
            rivals=self.rivals,
            harmony=self.view.rulings.harmony,
        )

    def lead(self, points: float, after: Kingdom) -> float:
        """Return the lead in its spreads that `points` mean, which leave out the Legends owned.

        The spread shrinks as the game nears its end: so who leads hurries, who is behind waits,
        which makes the game as long as the others let it be.
        """
        lead = points + self.owned - self.rivals.best
        down = after.down.bit_count()
        turns = self._turns(min(down, self.rivals.nearest) if lead > 0 else self.rivals.nearest)
        spread = SPREAD + SPREAD_BY_CARD * (self.rivals.down + down)
        return lead / sqrt(spread + SPREAD_BY_TURN * turns if down else spread)

    def _kept(self, after: Kingdom) -> list[str]:
        """Return the Legends that can be claimed after the action, or later."""
        return self._met_by(after) if after.down else []

    def _met_by(self, kingdom: Kingdom) -> list[str]:
        met = fulfilled(kingdom)
        return [name for name in self.view.river if name in met]

    def _turns_after(self, after: Kingdom) -> int:
        return self._turns(min(after.down.bit_count(), self.rivals.nearest))

    def _turns(self, wanted: int) -> int:
        return max(0, min(wanted, self.turns_left))

    def _ahead(self, after: Kingdom) -> float:
        if not after.down or not self._turns_after(after):
            return 0.0
        gains = gains_by_placing(after, self.view.river, self.appraiser)
        hoped = self.by_odds({kind: max(0.0, gain) for kind, gain in gains.items()})
        return AHEAD * hoped

    def _turned_up(self, square: int) -> dict[str, float]:
        points = {}
        for kind in KINDS:
            ((_square, after),) = with_card(self.kingdom, kind, [square])
            points[kind] = self.appraiser.worth(after) + self.claim_with(after).harmony
        return points

    def _with_drawn(self, kind: str, reveals: dict[int, float]) -> float:
        placed = self.placements(kind, squares_in(self.kingdom.open_to(kind)))[0]
        return max(placed.value, self.best_reveal(kind, reveals).value)

"""The square a reader has chosen, and what the squares of their Kingdom do when pressed."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rules.cards import CENTRE, SQUARES
from games.rules.state import ACTION, PLACING
from games.rules.visibility import View

CHOOSE = "choose"  # shows what could be done on the square
AT_ONCE = "at-once"  # does the only thing that can be done there
SWAP = "swap"  # while arranging: trades places with the chosen one


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen, and how it goes on."""

    square: int = -1  # 0–15; -1: none
    card: str = ""  # the letter of the card to come there; "" when that is not what may happen
    acts: tuple[str, ...] = ()  # what can be done with the chosen square: take, keep, reveal
    forms: dict[int, str] = field(default_factory=dict)  # by legal square, its button's form
    at_once: str = ""  # the act of the form AT_ONCE
    swaps: dict[int, str] = field(default_factory=dict)  # by square, the arrangement it would make

    def value(self, square: int) -> str:
        """Return what the button of a square sends."""
        return self.swaps.get(square, SQUARES[square])

    @property
    def name(self) -> str:
        """Column and row of the chosen square."""
        return SQUARES[self.square] if self.square >= 0 else ""


def choose(view: View, square: int, *, confirm: bool) -> Choice:
    """Return what choosing `square` (-1: none) comes to; one that is not legal counts as none.

    Without `confirm` a square on which only one thing can be done does it at once.
    """
    if view.legal.arrange:
        return _arranging(view, square)
    acts = _acts(view)
    chosen = square if square in acts else -1
    only = {act for acts_there in acts.values() if len(acts_there) == 1 for act in acts_there}
    return Choice(
        square=chosen,
        card=_card(view) if chosen >= 0 else "",
        acts=acts.get(chosen, ()),
        forms={there: CHOOSE if confirm or len(acts[there]) > 1 else AT_ONCE for there in acts},
        at_once="" if confirm else next(iter(only), ""),
    )


def _acts(view: View) -> dict[int, tuple[str, ...]]:
    """What can be done on each legal square."""
    legal = view.legal
    acts: dict[int, tuple[str, ...]] = dict.fromkeys(legal.take, ("take",))
    acts |= dict.fromkeys(legal.keep, ("keep",))
    return acts | {square: (*acts.get(square, ()), "reveal") for square in legal.reveal}


def _card(view: View) -> str:
    if view.phase == ACTION:
        return view.discard_top
    return view.drawn if view.phase == PLACING else ""


def _arranging(view: View, square: int) -> Choice:
    if square not in CENTRE:
        return Choice(forms=dict.fromkeys(CENTRE, CHOOSE))
    assert view.seat is not None
    cells = view.kingdoms[view.seat].cells
    swaps = {}
    for other in CENTRE:
        trade = {square: other, other: square}
        swaps[other] = "".join(cells[trade.get(place, place)] for place in CENTRE)
    return Choice(
        square=square,
        forms={other: CHOOSE if other == square else SWAP for other in CENTRE},
        swaps={other: swap for other, swap in swaps.items() if other != square},
    )

"""Orders for one mail, chosen by lot from what a seat may do, as people write them."""

from __future__ import annotations

from random import Random

from games.rules.cards import SQUARES
from games.rules.state import ACTION, ARRANGING, CLAIMING
from games.rules.visibility import FACE_DOWN, View
from games.words import kind_name, legend_name

CENTRE = ("b2", "c2", "b3", "c3")


def orders_for(view: View, random: Random) -> list[str]:
    """Return one or two orders, each to be written as it stands; all of them can be done."""
    if view.phase == ARRANGING:
        return random.choice([["ready"], [f"swap {' '.join(random.sample(CENTRE, 2))}", "ready"]])
    if view.legal.claims and random.random() < 0.8:
        claim = f"claim {_written(random.choice(view.legal.claims), random)}"
        return [claim] if view.phase == CLAIMING else [claim, _one_order(view, random)]
    if view.phase == CLAIMING:
        return ["pass"]
    if view.phase == ACTION and random.random() < 0.3:
        return ["draw", f"reveal {SQUARES[random.choice(_face_down(view))]}"]
    return [_one_order(view, random)]


def impossible(view: View) -> str:
    """Return an order that is understood, and can never be done as the game stands."""
    return "pass" if view.phase == ACTION else "draw"


def half_possible(view: View) -> list[str]:
    """Return an order that can be done, and one that cannot be done after it."""
    assert view.seat is not None
    cells = view.kingdoms[view.seat].cells
    open_card = next(number for number, cell in enumerate(cells) if cell != FACE_DOWN)
    return ["draw", f"reveal {SQUARES[open_card]}"]


def _one_order(view: View, random: Random) -> str:
    legal = view.legal
    if view.phase == ACTION:
        if legal.take and random.random() < 0.3:
            square = SQUARES[random.choice(legal.take)]
            return random.choice([f"take {square}", f"take {kind_name(view.discard_top)} {square}"])
        return "draw"
    if legal.keep and random.random() < 0.6:
        square = SQUARES[random.choice(legal.keep)]
        return random.choice([f"keep {square}", f"keep the {kind_name(view.drawn)} on {square}"])
    return f"reveal {SQUARES[random.choice(legal.reveal)]}"


def _face_down(view: View) -> list[int]:
    assert view.seat is not None
    cells = view.kingdoms[view.seat].cells
    return [number for number, cell in enumerate(cells) if cell == FACE_DOWN]


def _written(legend: str, random: Random) -> str:
    return random.choice([legend, legend_name(legend)])

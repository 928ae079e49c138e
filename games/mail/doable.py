"""The orders that a seat can give now, and all that there are, to be written as they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.order_words import meanings, order
from games.rules.cards import CENTRE, SQUARES
from games.rules.legends import LEGEND_IDS
from games.rules.visibility import View
from games.words import legend_name


class Doable(NamedTuple):
    """An order as it may be copied, and what else stands beside it."""

    order: str
    more: str = ""


def doable(view: View) -> list[Doable]:
    """Return the orders that the viewer's seat can give now, but for resigning."""
    return list(_doable(view))


def all_orders() -> list[Doable]:
    """Return every order as an example, with what it does."""
    return [Doable(written, meaning) for written, meaning in meanings()]


def all_legends(view: View) -> list[Doable]:
    """Return the ids of all Legends with their names, those of the River first."""
    others = [legend for legend in LEGEND_IDS if legend not in view.river]
    in_river = [Doable(each, _("%(name)s, in the River") % _named(each)) for each in view.river]
    return [*in_river, *(Doable(each, legend_name(each)) for each in others)]


def _doable(view: View) -> Iterator[Doable]:
    legal = view.legal
    if legal.arrange and view.seat is not None:
        centre = [view.kingdoms[view.seat].cells[square] for square in CENTRE]
        yield Doable(order("swap", SQUARES[CENTRE[0]], SQUARES[CENTRE[3]]), _("two of the four"))
        yield Doable(order("arrange", *centre), _("in this order on b2, c2, b3 and c3"))
        yield Doable(order("ready"))
    if legal.draw:
        yield Doable(order("draw"))
    for verb, squares in (("take", legal.take), ("keep", legal.keep), ("reveal", legal.reveal)):
        if squares:
            yield _on_one_of(verb, squares)
    for legend in legal.claims:
        yield Doable(order("claim", legend), legend_name(legend))
    if legal.may_pass:
        yield Doable(order("pass"))


def _on_one_of(verb: str, squares: Sequence[int]) -> Doable:
    first, *others = (SQUARES[square] for square in squares)
    more = _("or %(squares)s") % {"squares": ", ".join(others)} if others else ""
    return Doable(order(verb, first), more)


def _named(legend: str) -> dict[str, str]:
    return {"name": legend_name(legend)}

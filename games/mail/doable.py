"""The orders that a seat can give now, and all that there are, to be written as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.order_words import BOARD, HELP, order, way, ways
from games.rules.cards import CENTRE, SQUARES
from games.rules.legends import LEGEND_IDS
from games.rules.visibility import View
from games.words import legend_name


class Doable(NamedTuple):
    """An order as it is written, and a line that tells of it without beginning with it."""

    order: str
    told: str


def doable(view: View) -> list[Doable]:
    """Return the orders that the viewer's seat can give now but for resigning, and HELP, BOARD."""
    return [*_doable(view), _told(HELP), _told(BOARD)]


def all_orders(*, arranging: bool | None = None) -> list[Doable]:
    """Return examples of the orders before the first turn, of those after it, or of all."""
    return [Doable(*each) for each in ways(arranging=arranging)]


def all_legends(view: View) -> list[Doable]:
    """Return the ids of all Legends with their names, those of the River first."""
    others = [legend for legend in LEGEND_IDS if legend not in view.river]
    in_river = [Doable(each, _("%(name)s, in the River") % _named(each)) for each in view.river]
    return [*in_river, *(Doable(each, legend_name(each)) for each in others)]


def _doable(view: View) -> Iterator[Doable]:
    legal = view.legal
    if legal.arrange and view.seat is not None:
        centre = [view.kingdoms[view.seat].cells[square] for square in CENTRE]
        yield _told("swap", SQUARES[CENTRE[0]], SQUARES[CENTRE[3]])
        yield _told("arrange", *centre)
        yield _told("ready")
    if legal.draw:
        yield _told("draw")
    for verb, squares in (("take", legal.take), ("keep", legal.keep), ("reveal", legal.reveal)):
        if squares:
            first, *others = (SQUARES[square] for square in squares)
            more = _("or %(squares)s") % {"squares": ", ".join(others)} if others else ""
            yield _told(verb, first, more=more)
    for legend in legal.claims:
        yield _told("claim", legend, more=legend_name(legend))
    if legal.may_pass:
        yield _told("pass")


def _told(verb: str, *what: str, more: str = "") -> Doable:
    written = order(verb, *what)
    told = way(verb, written)
    return Doable(written, f"{told} ({more})" if more else told)


def _named(legend: str) -> dict[str, str]:
    return {"name": legend_name(legend)}

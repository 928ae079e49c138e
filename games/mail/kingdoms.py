"""Kingdoms in a mail: as lines of text, and as cells of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.points import signed
from games.rules.cards import SIDE, SQUARES
from games.rules.state import OVER
from games.rules.visibility import FACE_DOWN, KingdomView, View
from games.words import kind_name, legend_name

from .at_table import AtTable
from .board_text import kingdom_text


class Cell(NamedTuple):
    """A square; `look` is its class."""

    letter: str  # none when it is face down
    name: str
    look: str


@dataclass(frozen=True, slots=True)
class KingdomTold:
    """One Kingdom, as drawn in lines of text and as cells of a table."""

    kingdom: KingdomView
    heading: str

    @property
    def columns(self) -> list[str]:
        """The letters over it."""
        return [square[0] for square in SQUARES[:SIDE]]

    @property
    def rows(self) -> list[tuple[int, list[Cell]]]:
        """The lines with their numbers."""
        cells = [_cell(cell) for cell in self.kingdom.cells]
        return [(row + 1, cells[row * SIDE : row * SIDE + SIDE]) for row in range(SIDE)]

    @property
    def text(self) -> str:
        """The same as text."""
        return kingdom_text(self.kingdom.cells)

    @property
    def legends(self) -> str:
        """The Legends it has claimed, as a list."""
        return ", ".join(legend_name(legend) for legend in self.kingdom.legends)


def kingdoms_told(at: AtTable, view: View) -> list[KingdomTold]:
    """Return all Kingdoms, the reader's own first, the others in order of play."""
    seats, mine = len(view.kingdoms), at.mine.number
    order = [(mine + step) % seats for step in range(seats)]
    return [KingdomTold(view.kingdoms[seat], _heading(at, view, seat)) for seat in order]


def _heading(at: AtTable, view: View, seat: int) -> str:
    kingdom = view.kingdoms[seat]
    told = {"name": at.called(seat), "harmony": harmony_words(kingdom.scores.total)}
    if view.phase == OVER:
        mine, other = _("Your Kingdom: %(harmony)s"), _("Kingdom of %(name)s: %(harmony)s")
    else:
        mine = _("Your Kingdom: %(harmony)s so far")
        other = _("Kingdom of %(name)s: %(harmony)s so far")
        if kingdom.left:
            other = _("Kingdom of %(name)s, who is out: %(harmony)s so far")
    return (mine if seat == at.mine.number else other) % told


def harmony_words(points: int) -> str:
    """Return points of Harmony in words."""
    pattern = ngettext("%(points)s Harmony", "%(points)s Harmony", points)
    return pattern % {"points": signed(points)}


def _cell(cell: str) -> Cell:
    if cell == FACE_DOWN:
        return Cell("", _("face down"), "down")
    return Cell(cell, kind_name(cell), f"kind-{cell}")

"""Where the Kingdoms of a finished game stand on its picture, and what stands under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.points import signed
from games.rules.ranking import tie_break
from games.rules.visibility import KingdomView, View
from games.words import left_word

from .lettering import Line, fitted
from .png import WIDTH
from .tiles import Tile, kingdom_tiles

MARGIN = 48  # pixels, as all below
GAP = 32
LARGEST = 332  # of a Kingdom
TOP, BOTTOM = 102, 434  # between them Kingdoms stand
CROWN = 42  # before the winner's name
LEGEND = 44
LEGENDS_BOTTOM = 576
LEGENDS_FROM = 0.45  # of a Kingdom's width: points and place stand before


@dataclass(frozen=True, slots=True)
class Board:
    """A Kingdom with its owner's name, points, place and Legends."""

    x: float
    tiles: list[Tile]  # cards and Legends
    name: Line
    name_x: float
    points: str
    place: str
    reason: Line  # what made the place, if not the points alone
    won: bool


def boards(view: View, names: Sequence[str]) -> list[Board]:
    """Return the Kingdoms of a game that is over, by place; `names` by seat."""
    ranked = sorted(view.kingdoms, key=lambda kingdom: (kingdom.place, kingdom.seat))
    count = len(ranked)
    size = min(LARGEST, (WIDTH - 2 * MARGIN - (count - 1) * GAP) / count)
    gap = GAP if count > 2 else 3 * GAP
    left = (WIDTH - count * size - (count - 1) * gap) / 2
    return [
        _board(
            kingdom,
            names[kingdom.seat],
            _reason(kingdom, ranked),
            left + index * (size + gap),
            size,
        )
        for index, kingdom in enumerate(ranked)
    ]


def _board(kingdom: KingdomView, name: str, reason: str, x: float, size: float) -> Board:
    won = kingdom.place == 1
    before = CROWN if won else 0
    return Board(
        x=x,
        tiles=[
            *kingdom_tiles(kingdom.cells, x, (TOP + BOTTOM - size) / 2, size),
            *_legends(kingdom.legends, x, size),
        ],
        name=fitted(name, size - before, largest=34, smallest=17),
        name_x=x + before,
        points=signed(kingdom.scores.total),
        place=_("place %(place)d") % {"place": kingdom.place},
        reason=fitted(reason, size, largest=24, smallest=14),
        won=won,
    )


def _reason(kingdom: KingdomView, kingdoms: Sequence[KingdomView]) -> str:
    """Why somebody with more points, or as many, may stand at a better place."""
    if kingdom.left:
        return left_word(kingdom.left)
    rivals = [
        other
        for other in kingdoms
        if other.seat != kingdom.seat
        and other.scores.total == kingdom.scores.total
        and not other.left
    ]
    compared = max((tie_break(kingdom.scores, other.scores) for other in rivals), default=0)
    if compared:
        best = sorted(kingdom.scores, reverse=True)[:compared]
        told = ngettext("best category %(points)s", "best categories %(points)s", compared)
        return told % {"points": ", ".join(signed(points) for points in best)}
    return _("shared") if rivals else ""


def _legends(legends: Sequence[str], x: float, size: float) -> list[Tile]:
    """Those that the owner claimed, in one row however many they are."""
    step = min(LEGEND + 6, size * (1 - LEGENDS_FROM) / max(len(legends), 1))
    side = min(LEGEND, step - 2)
    start = x + size - step * len(legends) + (step - side)
    return [
        Tile(f"legend-{legend}", start + step * index, LEGENDS_BOTTOM - side, side)
        for index, legend in enumerate(legends)
    ]

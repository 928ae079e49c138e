"""What in a Kingdom is connected and what it is worth, as lines over the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.rules.cards import KINDS, SIDE, squares_in
from games.rules.connection import ADJACENT, LINKS
from games.rules.kingdom import Kingdom
from games.rules.rulesets import Ruleset
from games.rules.visibility import FACE_DOWN

from .pieces import drawn_all

CONNECTED = {
    **{"FE": 2, "SE": -1, "MD": 2, "PH": 2, "FH": 1, "MH": 1, "SH": -1},
    **{"HG": -2, "EG": -2, "DG": -2, "ED": -2},
}
"""Harmony of a connected pair, by its kinds in the order of KINDS (RULES *Score*)."""
SIDE_BY_SIDE = {"SG": 3}
"""The same for what counts side by side only."""
FEUD = {"GG": -2}

_PORTAL = KINDS.index("O")
_DRAGON = KINDS.index("R")
_TAMERS = tuple(KINDS.index(kind) for kind in "HED")


class Link(NamedTuple):
    """A line between the centres of two squares; a square is 10 units wide."""

    a: int
    b: int
    points: int | None = None  # None: a line without a number
    through: bool = False  # through a Portal
    portal: bool = False  # from a Portal to what it joins

    @property
    def look(self) -> str:
        """The classes."""
        if self.portal:
            return "portal"
        sign = "gain" if self.points is None or self.points > 0 else "loss"
        return f"{sign} via" if self.through else sign

    @property
    def text(self) -> str:
        """The number with its sign."""
        if self.points is None:
            return ""
        return f"+{self.points}" if self.points > 0 else f"−{-self.points}"

    @property
    def ends(self) -> tuple[int, int, int, int]:
        """The points x1 y1 x2 y2."""
        return (
            self.a % SIDE * 10 + 5,
            self.a // SIDE * 10 + 5,
            self.b % SIDE * 10 + 5,
            self.b // SIDE * 10 + 5,
        )

    @property
    def middle(self) -> tuple[int, int]:
        """Where the number stands: x y."""
        x1, y1, x2, y2 = self.ends
        return (x1 + x2) // 2, (y1 + y2) // 2


@lru_cache(maxsize=4096)
def links(cells: tuple[str, ...], ruleset: Ruleset) -> tuple[Link, ...]:
    """Return the lines of a Kingdom as seen: `cells` are letters or FACE_DOWN in reading order."""
    kingdom = Kingdom(["p" if cell == FACE_DOWN else cell for cell in cells])
    return (
        *_portals(kingdom),
        *_scoring(kingdom, feud=ruleset.feud),
        *_taming(kingdom),
    )


def links_markup(cells: tuple[str, ...], ruleset: Ruleset) -> SafeString:
    """Return the lines as parts of an SVG picture of 40 by 40 units."""
    return drawn_all("_link.html", links(cells, ruleset))


def _portals(kingdom: Kingdom) -> Iterator[Link]:
    portals = kingdom.up[_PORTAL]
    for portal in squares_in(portals):
        for square in squares_in(ADJACENT[portal] & ~kingdom.down):
            if square > portal or not portals >> square & 1:
                yield Link(portal, square, portal=True)


def _scoring(kingdom: Kingdom, *, feud: bool) -> Iterator[Link]:
    close = {**CONNECTED, **SIDE_BY_SIDE, **(FEUD if feud else {})}
    neighbours = LINKS[kingdom.up[_PORTAL]].neighbours
    open_squares = [square for square in range(SIDE * SIDE) if not kingdom.down >> square & 1]
    for a, b in combinations(open_squares, 2):
        if not neighbours[a] >> b & 1:
            continue
        kinds = "".join(sorted((kingdom.cells[a], kingdom.cells[b]), key=KINDS.index))
        side_by_side = bool(ADJACENT[a] >> b & 1)
        points = (close if side_by_side else CONNECTED).get(kinds)
        if points:
            yield Link(a, b, points, through=not side_by_side)


def _taming(kingdom: Kingdom) -> Iterator[Link]:
    neighbours = LINKS[kingdom.up[_PORTAL]].neighbours
    for dragon in squares_in(kingdom.up[_DRAGON]):
        for tribe in _TAMERS:
            tamers = neighbours[dragon] & kingdom.up[tribe]
            if tamers.bit_count() >= 2:
                for square in squares_in(tamers):
                    yield Link(dragon, square, through=not ADJACENT[dragon] >> square & 1)

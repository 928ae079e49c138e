"""The fifteen Legends and when a Kingdom fulfils them. Only face-up cards count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .cards import TRIBES
from .connection import ADJACENT_PAIRS, INSIDE, LINKS, TOUCHING
from .errors import RulesError
from .kingdom import KIND_NUMBER, Kingdom

Condition = Callable[[Kingdom], bool]


class Legend(NamedTuple):
    """One Legend card."""

    id: str
    family: str  # tribe, terrain, alliance, battle or four-tribes
    kinds: str  # the kinds its condition speaks of
    harmony: int  # points
    fulfilled: Condition


def _tribe(kind: str) -> Condition:
    """Two connected cards of the Tribe."""
    number = KIND_NUMBER[kind]

    def fulfilled(kingdom: Kingdom) -> bool:
        return kingdom.pairs & INSIDE[kingdom.up[number]] != 0

    return fulfilled


def _tribe_without_portals(kind: str) -> Condition:
    """Two cards of the Tribe side by side: no Portal joins Goblin and Goblin."""
    number = KIND_NUMBER[kind]

    def fulfilled(kingdom: Kingdom) -> bool:
        return ADJACENT_PAIRS & INSIDE[kingdom.up[number]] != 0

    return fulfilled


def _terrain(kind: str) -> Condition:
    """Three cards of the Terrain in one group: some card is connected to two others."""
    number = KIND_NUMBER[kind]
    portal = KIND_NUMBER["O"]

    def fulfilled(kingdom: Kingdom) -> bool:
        squares = kingdom.up[number]
        if squares.bit_count() < 3:
            return False
        neighbours = LINKS[kingdom.up[portal]].neighbours
        left = squares
        while left:
            square = left & -left
            left ^= square
            if (neighbours[square.bit_length() - 1] & squares).bit_count() >= 2:
                return True
        return False

    return fulfilled


def _alliance(kinds: str) -> Condition:
    """One card of each Tribe, connected."""
    one, other = (KIND_NUMBER[kind] for kind in kinds)

    def fulfilled(kingdom: Kingdom) -> bool:
        up = kingdom.up
        return kingdom.pairs & TOUCHING[up[one]] & TOUCHING[up[other]] != 0

    return fulfilled


def _battle(kinds: str) -> Condition:
    """Two of one side each connected to the other side: two connected pairs always are that."""
    one, other = (KIND_NUMBER[kind] for kind in kinds)

    def fulfilled(kingdom: Kingdom) -> bool:
        up = kingdom.up
        return (kingdom.pairs & TOUCHING[up[one]] & TOUCHING[up[other]]).bit_count() >= 2

    return fulfilled


def _one_of_each(kinds: str) -> Condition:
    """A card of each kind, connected or not."""
    numbers = tuple(KIND_NUMBER[kind] for kind in kinds)

    def fulfilled(kingdom: Kingdom) -> bool:
        up = kingdom.up
        return all(up[number] for number in numbers)

    return fulfilled


_TABLE = (
    ("tribe-human", "tribe", "H", 2, _tribe),
    ("tribe-elf", "tribe", "E", 2, _tribe),
    ("tribe-dwarf", "tribe", "D", 2, _tribe),
    ("tribe-goblin", "tribe", "G", 2, _tribe_without_portals),
    ("terrain-plain", "terrain", "P", 4, _terrain),
    ("terrain-forest", "terrain", "F", 4, _terrain),
    ("terrain-mountain", "terrain", "M", 4, _terrain),
    ("terrain-marsh", "terrain", "S", 4, _terrain),
    ("alliance-human-dwarf", "alliance", "HD", 2, _alliance),
    ("alliance-human-elf", "alliance", "HE", 2, _alliance),
    ("battle-dwarf-goblin", "battle", "DG", 3, _battle),
    ("battle-human-goblin", "battle", "HG", 3, _battle),
    ("battle-elf-goblin", "battle", "EG", 3, _battle),
    ("battle-elf-dwarf", "battle", "ED", 3, _battle),
    ("four-tribes", "four-tribes", TRIBES, 4, _one_of_each),
)
LEGENDS = {
    name: Legend(name, family, kinds, harmony, condition(kinds))
    for name, family, kinds, harmony, condition in _TABLE
}
"""The Legends by id."""

LEGEND_IDS = tuple(sorted(LEGENDS))
RIVER_SIZE = 8

FULFILLED = {legend.id: legend.fulfilled for legend in LEGENDS.values()}
HARMONY = {legend.id: legend.harmony for legend in LEGENDS.values()}


def fulfilled_legends(kingdom: Kingdom, ids: Iterable[str] = LEGEND_IDS) -> list[str]:
    """Those of the Legends that the face-up cards of a Kingdom fulfil, in the order given."""
    return [name for name in ids if FULFILLED[name](kingdom)]


def known_legend(name: object) -> str:
    """The id of a Legend, given back if there is such a one; raises no-such-legend."""
    if not isinstance(name, str) or name not in LEGENDS:
        raise RulesError("no-such-legend", legend=name)
    return name

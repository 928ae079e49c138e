"""The fifteen Legends and when a Kingdom fulfils them. Only face-up cards count."""

from __future__ import annotations

from typing import NamedTuple

from .cards import TRIBES, squares_in
from .connection import ADJACENT_PAIRS, INSIDE, LINKS, TOUCHING
from .errors import RulesError
from .kingdom import Kingdom


class Legend(NamedTuple):
    """One Legend card."""

    id: str
    family: str  # tribe, terrain, alliance, battle or four-tribes: says what fulfils it
    kinds: str  # the kinds its condition speaks of


LEGENDS = {
    row.id: row
    for row in (
        Legend("tribe-human", "tribe", "H"),
        Legend("tribe-elf", "tribe", "E"),
        Legend("tribe-dwarf", "tribe", "D"),
        Legend("tribe-goblin", "tribe", "G"),
        Legend("terrain-plain", "terrain", "P"),
        Legend("terrain-forest", "terrain", "F"),
        Legend("terrain-mountain", "terrain", "M"),
        Legend("terrain-marsh", "terrain", "S"),
        Legend("alliance-human-dwarf", "alliance", "HD"),
        Legend("alliance-human-elf", "alliance", "HE"),
        Legend("battle-dwarf-goblin", "battle", "DG"),
        Legend("battle-human-goblin", "battle", "HG"),
        Legend("battle-elf-goblin", "battle", "EG"),
        Legend("battle-elf-dwarf", "battle", "ED"),
        Legend("four-tribes", "four-tribes", TRIBES),
    )
}
"""The Legends by id; what each is worth is a ruling (`rulings`)."""

LEGEND_IDS = tuple(sorted(LEGENDS))
RIVER_SIZE = 8


def fulfilled(kingdom: Kingdom) -> frozenset[str]:
    """The ids of the Legends that the face-up cards of a Kingdom fulfil."""
    if kingdom.fulfilled is None:
        kingdom.fulfilled = frozenset(_fulfilled(kingdom))
    return kingdom.fulfilled


def _fulfilled(kingdom: Kingdom) -> list[str]:
    """The same, counted anew: bots ask this after every move, so no loop stands in its way.

    Two connected pairs of two Tribes always are two cards of one side, each with a foe.
    """
    plain, forest, mountain, marsh, human, elf, dwarf, goblin, portal, _ = kingdom.up
    pairs = kingdom.pairs
    at_human = pairs & TOUCHING[human]
    at_elf = pairs & TOUCHING[elf]
    at_dwarf = pairs & TOUCHING[dwarf]
    at_goblin = TOUCHING[goblin]
    met = []
    if at_human & INSIDE[human]:
        met.append("tribe-human")
    if at_elf & INSIDE[elf]:
        met.append("tribe-elf")
    if at_dwarf & INSIDE[dwarf]:
        met.append("tribe-dwarf")
    if ADJACENT_PAIRS & INSIDE[goblin]:  # no Portal joins Goblin and Goblin
        met.append("tribe-goblin")
    if at_human & at_dwarf:
        met.append("alliance-human-dwarf")
    if at_human & at_elf:
        met.append("alliance-human-elf")
    if (at_dwarf & at_goblin).bit_count() >= 2:
        met.append("battle-dwarf-goblin")
    if (at_human & at_goblin).bit_count() >= 2:
        met.append("battle-human-goblin")
    if (at_elf & at_goblin).bit_count() >= 2:
        met.append("battle-elf-goblin")
    if (at_elf & at_dwarf).bit_count() >= 2:
        met.append("battle-elf-dwarf")
    if human and elf and dwarf and goblin:
        met.append("four-tribes")
    if plain.bit_count() >= 3 and _three_in_a_group(plain, pairs, portal):
        met.append("terrain-plain")
    if forest.bit_count() >= 3 and _three_in_a_group(forest, pairs, portal):
        met.append("terrain-forest")
    if mountain.bit_count() >= 3 and _three_in_a_group(mountain, pairs, portal):
        met.append("terrain-mountain")
    if marsh.bit_count() >= 3 and _three_in_a_group(marsh, pairs, portal):
        met.append("terrain-marsh")
    return met


def _three_in_a_group(squares: int, pairs: int, portals: int) -> bool:
    """Whether one of these squares is connected to two others of them."""
    connected = (pairs & INSIDE[squares]).bit_count()
    if connected < 2:
        return False
    if 2 * connected > squares.bit_count():  # more ends than squares: two pairs share one
        return True
    neighbours = LINKS[portals].neighbours
    return any((neighbours[square] & squares).bit_count() >= 2 for square in squares_in(squares))


def known_legend(name: object) -> str:
    """The id of a Legend, given back if there is such a one; raises no-such-legend."""
    if not isinstance(name, str) or name not in LEGENDS:
        raise RulesError("no-such-legend", legend=name)
    return name

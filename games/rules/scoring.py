"""The seven categories of Harmony (RULES *Score*)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .connection import ADJACENT_PAIRS, INSIDE, LINKS, TOUCHING
from .kingdom import Kingdom
from .rulesets import Ruleset
from .rulings import Rulings


class Scores(NamedTuple):
    """Points by category."""

    elves: int = 0
    dwarves: int = 0
    humans: int = 0
    goblins: int = 0
    dragons: int = 0
    legends: int = 0
    conflicts: int = 0

    @property
    def total(self) -> int:
        """Harmony: the sum of the seven."""
        return sum(self)


CATEGORIES = Scores._fields


def score(kingdom: Kingdom, rulings: Rulings, ruleset: str, legends: Iterable[str] = ()) -> Scores:
    """Count the face-up cards of a Kingdom, and the Legends (ids) its owner holds.

    Face-down cards count for nothing: for the final score turn them up first.
    """
    plain, forest, mountain, marsh, human, elf, dwarf, goblin, portal, dragon = kingdom.up
    rules = rulings.rulesets[ruleset]
    pairs = kingdom.pairs
    at_forest, at_mountain, at_marsh = TOUCHING[forest], TOUCHING[mountain], TOUCHING[marsh]
    elves = dwarves = humans = goblins = dragons = conflicts = 0
    if elf:
        of_elf = pairs & TOUCHING[elf]
        elves = 2 * (of_elf & at_forest).bit_count() - (of_elf & at_marsh).bit_count()
    if dwarf:
        of_dwarf = pairs & TOUCHING[dwarf]
        dwarves = 2 * (of_dwarf & at_mountain).bit_count()
        if elf:
            conflicts = (of_dwarf & of_elf).bit_count()
    if human:
        of_human = pairs & TOUCHING[human]
        humans = (
            2 * (of_human & TOUCHING[plain]).bit_count()
            + (of_human & (at_forest | at_mountain)).bit_count()
            - (of_human & at_marsh).bit_count()
        )
    if goblin:
        at_goblin = TOUCHING[goblin]
        goblins = 3 * (ADJACENT_PAIRS & at_goblin & at_marsh).bit_count()
        conflicts += (pairs & at_goblin & TOUCHING[human | elf | dwarf]).bit_count()
        if rules.feud:
            conflicts += (ADJACENT_PAIRS & INSIDE[goblin]).bit_count()
    if dragon:
        neighbours = LINKS[portal].neighbours
        dragons = _dragons(dragon, neighbours, (human, elf, dwarf), rules)
    harmony = rulings.harmony
    owned = sum([harmony[name] for name in legends])
    return Scores(elves, dwarves, humans, goblins, dragons, owned, -2 * conflicts)


def _dragons(
    dragons: int, neighbours: tuple[int, ...], tamers: tuple[int, int, int], rules: Ruleset
) -> int:
    """Points for all Dragons; wild ones are the first to be surplus past the third."""
    count = dragons.bit_count()
    human, elf, dwarf = tamers
    tamed = 0
    while dragons:
        square = dragons & -dragons
        dragons ^= square
        around = neighbours[square.bit_length() - 1]
        if (
            (around & human).bit_count() >= 2
            or (around & elf).bit_count() >= 2
            or (around & dwarf).bit_count() >= 2
        ):
            tamed += 1
    surplus = max(0, count - 3)
    row = count - surplus - 1
    wild = max(0, count - tamed - surplus)
    return (
        (count - surplus - wild) * rules.tamed[row]
        + wild * rules.wild[row]
        + surplus * rules.surplus
    )

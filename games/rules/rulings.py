"""The rulings as data, by revision: what may be decided anew about a game that people play.

A game keeps the revision it began by for good: it goes on, ends, is replayed and checked by that
one. So a revision by which games were played never changes; another ruling is one more revision.
There is none that counts when nobody says: whoever deals, counts or checks names theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import RulesError
from .rulesets import Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class Rulings:
    """One revision; equal to itself alone, so it can be a key of what is kept."""

    revision: int
    rulesets: Mapping[str, Ruleset] = field(repr=False)  # by id; a later one drops none
    copies: Mapping[int, int] = field(repr=False)  # of each kind in play, by number of players
    harmony: Mapping[str, int] = field(repr=False)  # points of each Legend, by id

    def ruleset(self, name: object) -> Ruleset:
        """A ruleset by its id; raises no-such-ruleset."""
        if not isinstance(name, str) or name not in self.rulesets:
            raise RulesError("no-such-ruleset", ruleset=name)
        return self.rulesets[name]


FIRST = 1
"""The revision of what names none: records were written before they told it."""

REVISIONS = {
    FIRST: Rulings(
        revision=FIRST,
        rulesets={
            row.id: row
            for row in (
                Ruleset("rulebook", (3, 5, 6), (-3, -3, -3), -6, False),
                Ruleset("arena", (3, 4, 5), (-3, -4, -5), -5, False),
                Ruleset("arena-feud", (3, 4, 5), (-3, -4, -5), -5, True),
                Ruleset("aetherya", (3, 5, 6), (-3, -5, -6), -6, False),
            )
        },
        copies={2: 4, 3: 6, 4: 8},
        harmony={
            "tribe-human": 2,
            "tribe-elf": 2,
            "tribe-dwarf": 2,
            "tribe-goblin": 2,
            "terrain-plain": 4,
            "terrain-forest": 4,
            "terrain-mountain": 4,
            "terrain-marsh": 4,
            "alliance-human-dwarf": 2,
            "alliance-human-elf": 2,
            "battle-dwarf-goblin": 3,
            "battle-human-goblin": 3,
            "battle-elf-goblin": 3,
            "battle-elf-dwarf": 3,
            "four-tribes": 4,
        },
    ),
}
"""All revisions by number, without a gap."""


def rulings_of(revision: int) -> Rulings:
    """The rulings of a revision; raises rules-revision for one that is not known here."""
    if revision not in REVISIONS:
        raise RulesError("rules-revision", revision=revision)
    return REVISIONS[revision]


def latest() -> Rulings:
    """The rulings by which games begin now."""
    return REVISIONS[max(REVISIONS)]

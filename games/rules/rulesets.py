"""The rulesets as data: a fifth is one more row."""

from __future__ import annotations

from typing import NamedTuple

from .errors import RulesError


class Ruleset(NamedTuple):
    """What differs between the published ways to score."""

    id: str
    tamed: tuple[int, int, int]  # points for each tamed Dragon among 1, 2, 3 or more Dragons
    wild: tuple[int, int, int]  # the same for each wild one
    surplus: int  # for each Dragon past the third
    feud: bool  # Goblins side by side are in conflict


RULESETS = {
    row.id: row
    for row in (
        Ruleset("rulebook", (3, 5, 6), (-3, -3, -3), -6, False),
        Ruleset("arena", (3, 4, 5), (-3, -4, -5), -5, False),
        Ruleset("arena-feud", (3, 4, 5), (-3, -4, -5), -5, True),
        Ruleset("aetherya", (3, 5, 6), (-3, -5, -6), -6, False),
    )
}
DEFAULT = "rulebook"


def known_ruleset(name: object) -> str:
    """The id of a ruleset, given back if there is such a one; raises no-such-ruleset."""
    if not isinstance(name, str) or name not in RULESETS:
        raise RulesError("no-such-ruleset", ruleset=name)
    return name

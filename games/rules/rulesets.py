"""The row of a ruleset; `rulings` holds the rows themselves."""

from __future__ import annotations

from typing import NamedTuple


class Ruleset(NamedTuple):
    """What differs between the published ways to score."""

    id: str
    tamed: tuple[int, int, int]  # points for each tamed Dragon among 1, 2, 3 or more Dragons
    wild: tuple[int, int, int]  # the same for each wild one
    surplus: int  # for each Dragon past the third
    feud: bool  # Goblins side by side are in conflict


DEFAULT = "rulebook"

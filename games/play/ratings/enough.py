"""How many counted games a rating needs to say something."""

from __future__ import annotations

SETTLED_FROM = 15
"""Games from which a rating is not provisional any more,"""
LISTED_FROM = 5
"""and those from which it stands on the leaderboard."""


def is_provisional(games: int) -> bool:
    """Return whether a rating of so many counted games may still move far."""
    return games < SETTLED_FROM

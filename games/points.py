"""Points as people read them."""

from __future__ import annotations


def signed(points: int) -> str:
    """Return a number of points with a true minus."""
    return f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)

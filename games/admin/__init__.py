"""What staff see of games and clocks, and what they may do."""

from __future__ import annotations

from . import games, shifts

__all__ = ["games", "shifts"]

"""What staff see of games and clocks, and what they may do."""

from __future__ import annotations

from . import acts, games, notices, people, reports, shifts

__all__ = ["acts", "games", "notices", "people", "reports", "shifts"]

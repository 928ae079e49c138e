"""What becomes of the tables and games of somebody who is shut out, and when a pause is over.

All here may run twice, side by side, and again after it was broken off: each game in a transaction
of its own, under its lock; what is not done is found again by the next sweep.
"""

from __future__ import annotations

from datetime import datetime

from .following import follow_sanctions
from .pauses import end_pauses


def sweep(now: datetime) -> int:
    """Let games follow what was imposed or has ended; return how many sanctions and people."""
    return follow_sanctions(now) + end_pauses(now)

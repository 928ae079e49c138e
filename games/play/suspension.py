"""What becomes of the running games of somebody who is shut out."""

from __future__ import annotations

from datetime import datetime


def sweep(now: datetime) -> int:
    """Let games follow what was imposed or has ended; return how many sanctions and people."""
    return 0

"""What touches both a person and their games: taking their data along, leaving the site."""

from __future__ import annotations

from datetime import datetime


def sweep(now: datetime) -> dict[str, int]:
    """Make the exports asked for, close the accounts that go, let go of idle guests."""
    return {}

"""Numbers as addresses and forms send them."""

from __future__ import annotations

MOST_DIGITS = 18  # of what a database keeps as a number


def whole_number(text: str, *, most_digits: int = MOST_DIGITS) -> int | None:
    """Return the number that `text` is; None for nonsense and for what no row can have."""
    return int(text) if text.isdecimal() and len(text) <= most_digits else None

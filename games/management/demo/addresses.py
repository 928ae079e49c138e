"""Where the people made here would get their mail, and how they are known again by it."""

from __future__ import annotations

import re

DOMAIN = "@example.org"
"""Of all their addresses; nobody gets mail there (RFC 2606)."""
_ADDRESS = re.compile(rf"demo-(\d+){re.escape(DOMAIN)}")


def address_of(number: int) -> str:
    """Return the mail address of a member."""
    return f"demo-{number}{DOMAIN}"


def number_in(address: str) -> int | None:
    """Return whose address this is; None if it is none of theirs."""
    found = _ADDRESS.fullmatch(address)
    return int(found[1]) if found else None

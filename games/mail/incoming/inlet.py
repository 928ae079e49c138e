"""What command and webhooks do with a message; a mailbox keeps by itself what failed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import InterfaceError, OperationalError

from .kept import keep
from .letter import MOST_BYTES
from .receive import FAILED, receive

AWAY = (OperationalError, InterfaceError)
"""What `receive` raises while the database is away: the message is to come again."""


def take_in(raw: bytes, *, recipients: Sequence[str] = (), now: datetime) -> str:
    """Return a word for what became of the message; it must not come again.

    Of more than MOST_BYTES the rest is left out. What a fault of ours kept from being read is kept
    in a file. Raises AWAY, and OSError if that file cannot be written: then it must come again.
    """
    cut = len(raw) > MOST_BYTES
    said = receive(raw[:MOST_BYTES], recipients=recipients, now=now, cut=cut)
    if said == FAILED:
        keep(raw[:MOST_BYTES], now)
    return said

"""Refusals in a row: one may be about an address, several of different addresses are about us.

A sender that is on a list, or that may not send through its server, is refused for everybody: that
must mark nobody's address and give up nobody's mail. The row goes on from run to run, and ends with
a mail that the server takes.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from django.core.cache import cache

from accounts import outbox
from accounts.models import User

IN_A_ROW = 3
"""So many different addresses refused, and none taken in between: the server is at fault."""
_KEY = "mail-refused-in-a-row"
_KEPT = 24 * 3600  # seconds


@dataclass(slots=True)
class Refusals:
    """The addresses refused since the server last took a mail, and whom each refusal has marked."""

    row: dict[str, int | None] = field(default_factory=dict)

    def note(self, address: str) -> bool:
        """Note a refusal; return whether it is the server's fault."""
        if len(self.row) < IN_A_ROW:
            self.row.setdefault(address, None)
        return len(self.row) >= IN_A_ROW

    def marked(self, address: str, user_id: int) -> None:
        """Note that the address is marked for that reason."""
        self.row[address] = user_id

    def end(self) -> None:
        """The server has taken a mail: what it said of addresses was about them."""
        self.row.clear()

    def take_marks_back(self, now: datetime) -> None:
        """Let the addresses of this row count as before, and what was paused be tried again."""
        for address, user_id in self.row.items():
            self.row[address] = None
            if user_id is not None:
                mine = User.objects.filter(pk=user_id, refused_address=address)
                if mine.update(refused_address="", refused_why=""):
                    outbox.reconsider_all(user_id, now)

    def keep(self) -> None:
        """Let the next run go on with the row; without a cache it begins anew."""
        with suppress(Exception):
            cache.set(_KEY, self.row, _KEPT)


def so_far() -> Refusals:
    """Return the row as the last run has left it."""
    with suppress(Exception):
        return Refusals(dict(cache.get(_KEY) or {}))
    return Refusals()

"""A mail server that fails some of the deliveries, at one step after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from tests.fixtures.mail_server import BREAK, MailServer

_LATER = "451 4.3.0 Try again later"
TAKEN = ("TAKEN", BREAK)
"""The mail is taken, and its sender does not learn of it."""
FAILURES = [("DOT", BREAK), ("RCPT", _LATER), TAKEN, ("DATA", _LATER), ("DOT", _LATER)]


class Unreliable:
    """Lets one in `every` deliveries to `server` fail; keeps count of what happened."""

    def __init__(
        self,
        server: MailServer,
        *,
        every: int,
        failures: Sequence[tuple[str, str]] = FAILURES,
    ) -> None:
        self._fault_at = server.fault_at
        self._every = every
        self._failures = cycle(failures)
        self._next: tuple[str, str] | None = None
        self.deliveries = 0
        self.failed: list[tuple[str, str]] = []
        server.fault_at = self.fault_at  # type: ignore[method-assign]

    def fault_at(self, step: str, to: str = "") -> str:
        """Return what goes wrong at a step; a delivery begins with its sender."""
        if step == "MAIL":
            self.deliveries += 1
            fails = self.deliveries % self._every == 0
            self._next = next(self._failures) if fails else None
        if self._next is not None and self._next[0] == step:
            self.failed.append(self._next)
            how, self._next = self._next[1], None
            return how
        return self._fault_at(step, to)

    @property
    def may_have_doubled(self) -> int:
        """How many mails were taken without its being said."""
        return self.failed.count(TAKEN)

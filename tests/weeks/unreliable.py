"""A mail server that fails some of the deliveries, at whatever step."""

from __future__ import annotations

from random import Random

from tests.fixtures.mail_server import BREAK, MailServer

_LATER = "451 4.3.0 Try again later"
FAILURES = [("RCPT", _LATER), ("DATA", _LATER), ("DOT", _LATER), ("DOT", BREAK), ("TAKEN", BREAK)]


class Unreliable:
    """Lets `share` of the deliveries to `server` fail; counts them by what happened."""

    def __init__(self, server: MailServer, *, share: float, random: Random) -> None:
        self._fault_at = server.fault_at
        self._share = share
        self._random = random
        self._next: tuple[str, str] | None = None
        self.failed: list[tuple[str, str]] = []
        server.fault_at = self.fault_at  # type: ignore[method-assign]

    def fault_at(self, step: str, to: str = "") -> str:
        """Return what goes wrong at a step; a delivery begins with its sender."""
        if step == "MAIL":
            fails = self._random.random() < self._share
            self._next = self._random.choice(FAILURES) if fails else None
        if self._next is not None and self._next[0] == step:
            self.failed.append(self._next)
            how, self._next = self._next[1], None
            return how
        return self._fault_at(step, to)

    @property
    def may_have_doubled(self) -> int:
        """How many mails were taken without its being said."""
        return self.failed.count(("TAKEN", BREAK))

"""Moments of the past, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

MOMENT = timedelta(seconds=7)


def numbered(moment: datetime, number: int) -> datetime:
    """Return the moment with `number` as its microseconds: by it a later run knows its own work."""
    return moment.replace(microsecond=number)


@dataclass(slots=True)
class Moments:
    """A clock that goes by steps of about the same length, never past `latest`."""

    now: datetime
    step: timedelta
    latest: datetime
    random: Random

    def next(self, share: float = 1.0) -> datetime:
        """Let a step pass, or that part of one, and return the moment then."""
        return self.wait(self.step * (share * self.random.uniform(0.4, 1.6)))

    def wait(self, time: timedelta) -> datetime:
        """Let `time` pass and return the moment then."""
        self.now = min(self.now + max(time, MOMENT), max(self.latest, self.now))
        return self.now

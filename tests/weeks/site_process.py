"""The other process of `service`, as a test starts, asks and kills it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from random import Random

from tests.weeks.child import Child

OFTEN = 0.03
"""What part of the sweeps is killed."""
MOST_STATEMENTS = 80
"""At one of the first so many statements for the database."""


class SiteProcess:
    """Does what is due at the moments it is told; killed and started as often as you like."""

    def __init__(self, *, env: Mapping[str, str], log: Path) -> None:
        self._env = env
        self._log = log
        self.starts = 0
        self._is_to_die = False
        self._process = self._start()

    def _start(self) -> Child:
        self.starts += 1
        return Child("tests.weeks.service", env=self._env, log=self._log)

    def beat(self, now: datetime) -> None:
        """Let it beat."""
        assert self._ask(f"beat {now.isoformat()}"), self._log.read_text()

    def sweep(self, now: datetime) -> None:
        """Let it do what is due."""
        assert self._ask(f"sweep {now.isoformat()}"), self._log.read_text()

    def sweep_or_die(self, random: Random, now: datetime) -> bool:
        """Let it do what is due; now and then it is killed at a statement for the database.

        Return whether that cut it short. If it was done before it came so far, the next is to die.
        """
        if not self._is_to_die and random.random() >= OFTEN:
            self.sweep(now)
            return False
        assert self._ask(f"die {random.randint(1, MOST_STATEMENTS)}"), self._log.read_text()
        done = self._ask(f"sweep {now.isoformat()}")
        self.close()
        self._process = self._start()
        self._is_to_die = done
        return not done

    def close(self) -> None:
        """End it at once."""
        self._process.close()

    def _ask(self, line: str) -> bool:
        return self._process.ask(line) == f"done {line}"

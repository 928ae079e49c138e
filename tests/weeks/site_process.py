"""The other process of `service`, as a test starts, asks and kills it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from threading import Timer

from tests.processes import ROOT, python


class SiteProcess:
    """Does what is due at the moments it is told; killed and started as often as you like."""

    def __init__(self, *, env: Mapping[str, str], log: Path) -> None:
        self._env = env
        self._log = log
        self.starts = 0
        self._process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        self.starts += 1
        with self._log.open("a") as log:
            process = subprocess.Popen(
                python("-m", "tests.weeks.service"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
                env={**os.environ, **self._env},
            )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", self._log.read_text()
        return process

    def beat(self, now: datetime) -> None:
        """Let it beat."""
        assert self._ask("beat", now), self._log.read_text()

    def sweep(self, now: datetime) -> None:
        """Let it do what is due."""
        assert self._ask("sweep", now), self._log.read_text()

    def killed_in(self, seconds: float, now: datetime) -> bool:
        """Let it do what is due, but kill it after so long; return whether that cut it short."""
        timer = Timer(seconds, self._process.kill)
        timer.start()
        done = self._ask("sweep", now)
        timer.join()
        self.close()
        self._process = self._start()
        return not done

    def close(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _ask(self, what: str, now: datetime) -> bool:
        assert self._process.stdin is not None and self._process.stdout is not None
        line = f"{what} {now.isoformat()}"
        try:
            print(line, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return False
        return self._process.stdout.readline() == f"done {line}\n"

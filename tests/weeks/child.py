"""A process that answers each line it is told with a line, as a test starts and kills it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.processes import ROOT, python


class Child:
    """Runs a module of Python that says `ready`; what it complains of goes to `log`."""

    def __init__(self, module: str, *, env: Mapping[str, str], log: Path) -> None:
        with log.open("a") as errors:
            self._process = subprocess.Popen(
                python("-m", module),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
                env={**os.environ, **env},
            )
        assert self._answer() == "ready", log.read_text()

    def ask(self, line: str) -> str:
        """Return what it answers to a line; "" if it died of it, or before."""
        assert self._process.stdin is not None
        try:
            print(line, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return ""
        return self._answer()

    def close(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

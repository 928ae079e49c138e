"""Processes that live and end together.

Honcho, which reads a Procfile as well, was tried first: it loses children to a signal in its first
moments, leaves them behind when the terminal closes, and calls it a success when one of them ends.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType


def procfile(path: Path) -> dict[str, str]:
    """Return the command of each process type that a Procfile names."""
    return dict(re.findall(r"^(\w+):\s*(.+)$", path.read_text(), re.MULTILINE))


class ProcessGroup:
    """Shell commands, started together; leaving the block ends them all with all they started.

    Each has a session of its own: Ctrl-C in the terminal reaches this process alone, which then
    ends them in order. They share its output.
    """

    def __init__(self, commands: dict[str, str], *, patience: float = 8) -> None:
        """Note shell commands by name; `patience` is how many seconds they get to end."""
        self._commands = commands
        self._patience = patience
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> ProcessGroup:
        python_first = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        for name, command in self._commands.items():
            self._processes[name] = subprocess.Popen(
                f"exec {command}",
                shell=True,
                stdin=subprocess.DEVNULL,
                env=os.environ | {"PATH": python_first},
                start_new_session=True,
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes.values():
            if process.poll() is None:
                process.terminate()
        end = time.monotonic() + self._patience
        for process in self._processes.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0, end - time.monotonic()))
        for process in self._processes.values():
            # Also what a process left behind that was killed before it could end its own children.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def running(self) -> bool:
        """Say whether any has not ended yet."""
        return any(process.poll() is None for process in self._processes.values())

    def ended(self) -> str:
        """Return the name of one that has ended, or nothing."""
        return self._first(lambda status: status is not None)

    def failed(self) -> str:
        """Return the name of one that has ended with an error, or nothing."""
        return self._first(bool)

    def _first(self, accept: Callable[[int | None], bool]) -> str:
        return next(
            (name for name, process in self._processes.items() if accept(process.poll())), ""
        )

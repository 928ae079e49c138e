"""The pipe through which a mail server hands messages to `manage.py receive_mail`."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tests.processes import ROOT, python
from tests.weeks.child import Child

KILLED = -signal.SIGKILL
TRY_LATER = 75
"""EX_TEMPFAIL of sysexits.h: the mail server keeps the message."""


@dataclass(frozen=True)
class Message:
    """What the mail server has taken for one recipient, as a file that can be read."""

    file: Path
    recipient: str


class Pipe:
    """Runs the command for a message, in a process that can be killed in the middle."""

    def __init__(self, *, env: Mapping[str, str], log: Path) -> None:
        self._log = log
        self._process = Child("tests.weeks.pipe_service", env=env, log=log)

    def start(self, message: Message, now: datetime, *, dies_at: int = 0) -> int:
        """Start the command; return the number of its process.

        It is killed as it comes to statement `dies_at` for the database, if that is not 0.
        """
        what = f"{now.isoformat()} {message.recipient} {dies_at} {message.file}"
        return int(self._process.ask(f"start {what}"))

    def wait(self, number: int) -> int:
        """Return the exit status of a process, once it has ended or was killed."""
        return int(self._process.ask(f"wait {number}"))

    def said(self) -> str:
        """What the commands have printed so far."""
        return self._log.read_text()

    def close(self) -> None:
        """End it at once."""
        self._process.close()


def command_at(now: datetime, message: Message, env: Mapping[str, str], log: Path) -> int:
    """Run the command from its very beginning, as a mail server does; return its exit status."""
    with message.file.open("rb") as source, log.open("a") as output:
        return subprocess.run(
            python("-m", "tests.weeks.at_moment", now.isoformat())
            + ["receive_mail", "--to", message.recipient],
            stdin=source,
            stdout=output,
            stderr=output,
            cwd=ROOT,
            env={**os.environ, **env},
            check=False,
        ).returncode

"""Real processes for tests: started, awaited and ended for sure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
DEADLINE = 30.0
# Empty counts as missing, and keeps the developer's environment and `.env` out.
NO_SETTINGS = dict.fromkeys(
    [
        *("ALLOWED_HOSTS", "BEHIND_PROXY", "BIND", "CONN_MAX_AGE", "CSRF_TRUSTED_ORIGINS"),
        *("DATABASE_URL", "DEBUG", "DEFAULT_FROM_EMAIL", "EMAIL_URL", "HSTS_SECONDS"),
        *("IMAP_URL", "LOG_LEVEL", "MAIL_AUTHSERV_ID", "MAIL_WEBHOOK_SECRET"),
        *("MAILGUN_WEBHOOK_SIGNING_KEY", "PORT", "PROXY_COUNT", "REDIS_URL", "REPLY_ADDRESS"),
        *("SECRET_KEY", "SITE_URL"),
    ],
    "",
)
T = TypeVar("T")


def eventually(look: Callable[[], T], *, what: str, seconds: float = DEADLINE) -> T:
    """Return the first true value of `look`; AssertionError with `what` after some seconds."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.02)
    return found


class Started:
    """A child process with a process group of its own; its output goes to `log`."""

    def __init__(self, arguments: list[str], *, log: Path, env: Mapping[str, str]) -> None:
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **env},
                start_new_session=True,
            )

    def output(self) -> str:
        return self.log.read_text()

    def says(self, text: str, *, seconds: float = DEADLINE) -> None:
        """Wait until `text` has been printed; fail with the output if the process ends before."""

        def said() -> bool:
            ended = self.process.poll() is not None
            if text in self.output():
                return True
            assert not ended, f"ended without {text!r}:\n{self.output()}"
            return False

        try:
            eventually(said, what=f"{text!r} in {self.log}", seconds=seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.output()}") from None

    def ends(self, *, seconds: float = DEADLINE) -> int:
        """Wait for the end; return the exit status."""
        return self.process.wait(timeout=seconds)

    def members(self) -> list[int]:
        """Return the process ids of its session, also those whose parent has died."""
        return [pid for pid in _pids() if _session(pid) == self.process.pid]

    def kill(self) -> None:
        """End the whole process group at once, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def started(arguments: list[str], *, log: Path, env: Mapping[str, str]) -> Iterator[Started]:
    """Run a command while the block lasts, and kill what is left of it afterwards."""
    process = Started(arguments, log=log, env=env)
    try:
        yield process
    finally:
        process.kill()


def python(*arguments: str) -> list[str]:
    """Return the command that runs `arguments` with this Python."""
    return [sys.executable, *arguments]


def _pids() -> list[int]:
    listed = subprocess.run(["ps", "-eo", "pid="], capture_output=True, text=True, check=True)
    return [int(pid) for pid in listed.stdout.split()]


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return None

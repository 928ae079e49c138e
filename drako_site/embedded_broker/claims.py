"""Who holds which messages, and which holders have died."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

LOCK = "lock"


class Claimant:
    """One living consumer: a folder of the messages it holds, locked as long as it lives.

    The kernel drops the lock when the process ends, however it ends, so a folder that can be
    locked by somebody else belongs to nobody any more. Process ids would be used again.
    """

    def __init__(self, *, claims: Path, drafts: Path) -> None:
        name = uuid4().hex
        draft = drafts / name
        draft.mkdir(parents=True)
        self._lock = _locked(draft / LOCK)
        claims.mkdir(parents=True, exist_ok=True)
        # Only now may others see it: a folder without its lock would look abandoned.
        self.folder = draft.rename(claims / name)

    def close(self) -> None:
        """Leave; what is still held is there for `abandoned`."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def abandoned(claims: Path) -> Iterator[Path]:
    """Yield the messages whose holder has died, and forget each holder afterwards.

    The caller moves every message it is given. Two callers at once get each message once.
    """
    for folder in _inside(claims):
        lock = _locked(folder / LOCK)
        if lock is None:
            continue
        try:
            yield from (path for path in _inside(folder) if path.name != LOCK)
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def _locked(path: Path) -> int | None:
    """Return a descriptor that holds the lock of `path`, None if another holds it or it is gone."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor

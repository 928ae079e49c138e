"""Queues of messages, kept as files below one folder.

    queues/QUEUE/MESSAGE          waiting; names sort by arrival
    claims/HOLDER/MESSAGE.QUEUE   given to a consumer that has not acknowledged it
    bindings/EXCHANGE/…           which queues an exchange feeds
    drafts/                       being written

A file only ever appears in its place by a rename, so nobody reads half a message and nobody gets
the same one twice.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote
from uuid import uuid4

from .claims import Claimant, abandoned

STALE_DRAFT_SECONDS = 60


class MessageFolder:
    """One process's door to the queues below `root`; folders are made when they are needed."""

    def __init__(self, root: Path) -> None:
        self._queues = root / "queues"
        self._claims = root / "claims"
        self._bindings = root / "bindings"
        self._drafts = root / "drafts"
        self._claimant: Claimant | None = None
        self._listed: defaultdict[str, deque[str]] = defaultdict(deque)

    def put(self, queue: str, text: str) -> None:
        """Add a message at the end of `queue`. Raises OSError when the disk refuses it."""
        self._write(self._queue(queue) / f"{time.time_ns():020d}-{uuid4().hex[:12]}", text)

    def take(self, queue: str) -> tuple[str, str] | None:
        """Claim the oldest waiting message of `queue`; return its claim and text, None if empty."""
        names = self._listed[queue]
        claimed = self._first_claimed(queue, names)
        if claimed is None:
            names.extend(sorted(_names(self._queue(queue))))
            claimed = self._first_claimed(queue, names)
        return claimed

    def done(self, claim: str) -> None:
        """Forget a claimed message for good."""
        (self._claims / claim).unlink(missing_ok=True)

    def give_back(self, claim: str) -> None:
        """Put a claimed message back in its old place in its queue."""
        self._return(self._claims / claim)

    def recover(self) -> int:
        """Put back what consumers held when they died; return how many messages that were."""
        oldest = time.time() - STALE_DRAFT_SECONDS
        for name in _names(self._drafts):
            draft = self._drafts / name
            if draft.is_file() and draft.stat().st_mtime < oldest:
                draft.unlink(missing_ok=True)
        return sum(self._return(path) for path in abandoned(self._claims))

    def size(self, queue: str) -> int:
        """Return how many messages wait in `queue`."""
        return len(_names(self._queue(queue)))

    def purge(self, queue: str) -> int:
        """Throw the waiting messages of `queue` away; return how many."""
        return sum(_unlinked(self._queue(queue) / name) for name in _names(self._queue(queue)))

    def drop(self, queue: str) -> None:
        """Remove `queue` with all that waits in it."""
        self.purge(queue)
        # It may be gone, or somebody published this moment; an empty folder does no harm.
        with suppress(OSError):
            self._queue(queue).rmdir()

    def bind(self, exchange: str, binding: tuple[str, str, str]) -> None:
        """Note that `exchange` feeds a queue: routing key, pattern, queue."""
        self._write(self._binding(exchange, binding), json.dumps(binding))

    def unbind(self, exchange: str, binding: tuple[str, str, str]) -> None:
        """Forget what `bind` noted."""
        self._binding(exchange, binding).unlink(missing_ok=True)

    def bindings(self, exchange: str) -> list[tuple[str, str, str]]:
        """Return routing key, pattern and queue of each binding of `exchange`."""
        folder = self._bindings / _safe(exchange)
        found = []
        for name in _names(folder):
            try:
                routing_key, pattern, queue = json.loads((folder / name).read_text())
            except FileNotFoundError:
                continue
            found.append((routing_key, pattern, queue))
        return found

    def close(self) -> None:
        """Give back everything claimed and leave."""
        if self._claimant is not None:
            self._claimant.close()
            self._claimant = None
            self.recover()

    def _queue(self, queue: str) -> Path:
        return self._queues / _safe(queue)

    def _binding(self, exchange: str, binding: tuple[str, str, str]) -> Path:
        name = hashlib.sha256(json.dumps(binding).encode()).hexdigest()
        return self._bindings / _safe(exchange) / name

    def _holder(self) -> Claimant:
        # The folder is looked at each time: somebody may have cleared `root` under a living worker.
        if self._claimant is None or not self._claimant.folder.is_dir():
            if self._claimant is not None:
                self._claimant.close()
            self._claimant = Claimant(claims=self._claims, drafts=self._drafts)
        return self._claimant

    def _first_claimed(self, queue: str, names: deque[str]) -> tuple[str, str] | None:
        while names:
            name = names.popleft()
            path = self._holder().folder / f"{name}.{_safe(queue)}"
            try:
                (self._queue(queue) / name).rename(path)
            except FileNotFoundError:
                continue  # another consumer was first
            return str(path.relative_to(self._claims)), path.read_text()
        return None

    def _return(self, path: Path) -> bool:
        name, _, queue = path.name.partition(".")
        return _placed(path, self._queue(unquote(queue)) / name)

    def _write(self, path: Path, text: str) -> None:
        draft = self._drafts / uuid4().hex
        try:
            _with_folder(draft, lambda: draft.write_text(text))
            _placed(draft, path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise


def _safe(name: str) -> str:
    """Return `name` as a file name without a path in it."""
    return quote(name, safe="").replace(".", "%2E")


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except FileNotFoundError:
        return []


def _unlinked(path: Path) -> bool:
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True


def _placed(source: Path, target: Path) -> bool:
    """Move a file; False if it is no longer there."""
    try:
        _with_folder(target, lambda: source.rename(target))
    except FileNotFoundError:
        return False
    return True


def _with_folder(path: Path, act: Callable[[], object]) -> None:
    """Do `act`, which puts a file at `path`; once more with its folder made if that is missing."""
    try:
        act()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        act()

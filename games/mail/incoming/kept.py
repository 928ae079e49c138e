"""Mails that a fault of ours kept from being read: files, so that they can be given in again."""

from __future__ import annotations

import hashlib
import logging
import os
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from .letter import MOST_BYTES

logger = logging.getLogger(__name__)

KEPT = timedelta(days=7)
"""So long they lie there, as in the folders of a mailbox: time to look into a fault, and whoever
leaves the site leaves no mail for longer."""
MOST = 200
"""So many lie there at once; a fault that befalls all mails must not fill the disk."""


def keep(raw: bytes, now: datetime) -> None:
    """Write the message into the folder, once for however often it comes; OSError if it cannot.

    The log says where it is.
    """
    path = _write(raw, ".eml", now)
    logger.error("A mail could not be dealt with; it is kept: receive_mail < %s", path)


def keep_post(raw: bytes, now: datetime) -> None:
    """Write down what a provider posted and nobody could read, as `keep` does a message."""
    path = _write(raw[:MOST_BYTES], ".post", now)
    logger.error("What a provider posted could not be read; its beginning is kept: %s", path)


def _write(raw: bytes, ending: str, now: datetime) -> Path:
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    forget_old(now)
    path = folder / f"{hashlib.sha256(raw).hexdigest()[:32]}{ending}"
    if not path.exists() and len(list(folder.iterdir())) >= MOST:
        raise OSError(f"{MOST} mails lie in {folder} already")
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with open(part, "xb", opener=_for_us_alone) as file:
        file.write(raw)
    part.replace(path)
    return path


def forget_old(now: datetime) -> int:
    """Delete what was written longer ago than it is kept; return how many."""
    before = (now - KEPT).timestamp()
    old = [path for path in _folder().glob("*.*") if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "failed-mails"

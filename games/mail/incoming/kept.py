"""Mails that a fault of ours kept from being read: files, so that they can be given in again.

They go after thirty days, as the mails in folders of a mailbox do.
"""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)

KEPT = timedelta(days=30)
MOST = 200
"""So many lie there at once; a fault that befalls all mails must not fill the disk."""


def keep(raw: bytes, now: datetime) -> None:
    """Write the message into the folder, once for however often it comes; OSError if it cannot.

    The log says where it is.
    """
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    forget_old(now)
    path = folder / f"{hashlib.sha256(raw).hexdigest()[:32]}.eml"
    if not path.exists() and len(list(folder.iterdir())) >= MOST:
        raise OSError(f"{MOST} mails lie in {folder} already")
    part = path.with_suffix(".part")
    part.write_bytes(raw)
    part.replace(path)
    logger.error("A mail could not be dealt with; it is kept: receive_mail < %s", path)


def forget_old(now: datetime) -> int:
    """Delete what was written longer ago than it is kept; return how many."""
    before = (now - KEPT).timestamp()
    old = [path for path in _folder().glob("*.*") if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "failed-mails"

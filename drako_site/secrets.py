"""Secrets that the site makes for itself on its first start."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def kept_secret(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in `path`, made by `make` and written there for its owner alone if missing.

    Safe when several processes start at once: the first to link its file into place wins and all
    read that one. Raises OSError when the folder cannot be written.
    """
    with suppress(FileNotFoundError):
        return path.read_text().strip()
    # Readable by its owner alone from the first moment.
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(make())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
    return path.read_text().strip()

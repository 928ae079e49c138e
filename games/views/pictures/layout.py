"""A fingerprint of all that decides how pictures are drawn, so that none is kept beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from django.conf import settings

_DRAWN_BY = ("resvg-py", "fontpkg-noto-sans")
_PARTS = ("games/**/*.py", "templates/games/pictures/*.svg", "static/sprite.svg")
"""All code of games: rules, words and the squares of a Kingdom are as much in it as the drawing."""


@lru_cache(maxsize=1)
def layout() -> str:
    """Return what changes with whatever pictures are drawn from, read once in each process."""
    return layout_of(Path(settings.BASE_DIR))


def layout_of(site: Path) -> str:
    """Return the same of the site in a folder."""
    told = sha256()
    for path in sorted(path for part in _PARTS for path in site.glob(part)):
        told.update(f"{path.relative_to(site).as_posix()}\0".encode())
        told.update(sha256(path.read_bytes()).digest())
    told.update(" ".join(_versions()).encode())
    return told.hexdigest()


def _versions() -> Iterator[str]:
    for package in _DRAWN_BY:
        try:
            yield version(package)
        except PackageNotFoundError:
            yield "none"

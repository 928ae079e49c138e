"""Work on one row that fails keeps no other row's from being done."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django.core.cache import cache
from django.db.models import Model

from .batches import is_database_away

logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)

RESTS = 600
"""Seconds until a sweep takes up a row again that failed and rests."""


def safely(
    work: Callable[[Row, datetime], bool], row: Row, now: datetime, *, rests: bool = False
) -> bool:
    """Return what `work` on a row returns; a failure is logged, a lost database is raised.

    `rests`: one that fails is `resting` for ten minutes, for the caller to leave it out.
    """
    try:
        return work(row, now)
    except Exception as fault:  # a bug, or a row that cannot be: nobody else may suffer
        if is_database_away(fault):
            raise
        logger.exception("Left as it is by %s: %s %s", _name(work), row._meta.label, row.pk)
        if rests:
            cache.set(_key(work, row), True, RESTS)
        return False


def resting(work: Callable[[Row, datetime], bool], row: Row) -> bool:
    """Return whether this work on a row failed lately, and is not to be tried again yet."""
    return bool(cache.get(_key(work, row)))


def _key(work: Callable[..., Any], row: Model) -> str:
    return f"resting:{_name(work)}:{row._meta.label_lower}:{row.pk}"


def _name(work: Callable[..., Any]) -> str:
    return f"{work.__module__}.{work.__qualname__}"

"""Work on one person that fails keeps no other person's from being done."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db.models import Model

from games.play.batches import is_database_away

logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)


def safely(work: Callable[[Row, datetime], bool], row: Row, now: datetime) -> bool:
    """Return what `work` on a row returns; a failure is logged, a lost database is raised."""
    try:
        return work(row, now)
    except Exception as fault:  # a bug, or a row that cannot be: nobody else may suffer
        if is_database_away(fault):
            raise
        logger.exception("Left as it is by %s: %r", work.__name__, row.pk)
        return False

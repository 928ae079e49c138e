"""The audit log: each act of staff leaves a line, in the transaction of the act."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from .models import Act, User


def log(
    *,
    by: User,
    what: str,
    now: datetime,
    person: User | None = None,
    game: str = "",
    why: str = "",
    detail: Mapping[str, Any] | None = None,
) -> Act:
    """Write one line: who did `what` (an Act.What), on whom or on which game (its code), and why.

    `detail` holds ids, numbers and codes, never anybody's name.
    """
    return Act.objects.create(
        by=by, what=what, at=now, person=person, game=game, why=why, detail=dict(detail or {})
    )

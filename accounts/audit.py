"""The audit log: each act of staff leaves a line, in the transaction of the act."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from .models import Act, User

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


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


def told_to(person: User) -> QuerySet[Act]:
    """Return the lines about a person that they may read themselves, but for who did it.

    No dismissed report: its game would tell who reported them, where two sit at it.
    """
    return Act.objects.filter(person=person).exclude(what__in=[*Act.FOR_STAFF, Act.What.DISMISS])


def forget_author(user: User) -> None:
    """Let all lines of somebody who leaves say "former staff 7K2M", the same for all of theirs.

    So lines of two who have left stay apart. Doing it again changes nothing.
    """
    lines = Act.objects.filter(by=user).order_by("pk")
    with transaction.atomic():
        labels = dict(lines.select_for_update(no_key=True).values_list("pk", "by_was"))
        if "" in labels.values():
            label = next(filter(None, labels.values()), "") or _free_label()
            lines.filter(by_was="").order_by().update(by_was=label)


def _free_label() -> str:
    while True:
        label = "former staff " + "".join(secrets.choice(_LETTERS) for _letter in range(4))
        if not Act.objects.filter(by_was=label).exists():
            return label

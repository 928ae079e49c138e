"""Where others have written a person's name: it is taken out of what they wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, Q

from accounts.models import Act, HeldName, PersonNote, Sanction, SiteSwitches, User
from games.models import ClockShift, Report, Seat

FORMER = "a former player"
"""What stands where a name stood."""
_LONGEST_REPR = 200  # of LogEntry.object_repr
_TEXTS: tuple[tuple[type[Model], str], ...] = (
    (Act, "why"),
    (Act, "detail"),
    (PersonNote, "text"),
    (Sanction, "reason"),
    (Sanction, "lifted_why"),
    (Report, "text"),
    (ClockShift, "why"),
    (SiteSwitches, "banner"),
    (LogEntry, "object_repr"),
    (LogEntry, "change_message"),
)


def names_of(user: User) -> set[str]:
    """Return all names by which others may have known a person: in use, former, at tables."""
    held = HeldName.objects.filter(user=user).values_list("name", flat=True)
    at_tables = Seat.objects.filter(user=user).values_list("name", flat=True).distinct()
    return {user.name, *held, *at_tables} - {""}


def forget_texts(user: User, names: Iterable[str]) -> None:
    """Write FORMER for `names` (and addresses), whole and in any case, in what others wrote."""
    about = ContentType.objects.get_for_model(User)
    told = LogEntry.objects.filter(content_type=about, object_id=str(user.pk))
    told.update(object_repr=FORMER, object_id=None)
    names = sorted(names, key=len, reverse=True)  # a name may hold another
    pattern = re.compile(
        "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), re.IGNORECASE
    )
    for model, column in _TEXTS:
        for name in names:
            _replace(model, column, pattern, part=_ascii_part(name))


def forget_reports(user: User, now: datetime) -> None:
    """Empty the reports of a person, and close those on them that wait for a decision."""
    theirs = Report.objects.filter(Q(reporter=user) | Q(person=user))
    with transaction.atomic():
        list(theirs.order_by("pk").select_for_update().values_list("pk"))
        Report.objects.filter(reporter=user).exclude(text="").update(text="")
        waiting = Report.objects.filter(person=user, closed_at=None)
        waiting.update(closed_at=now, decision=Report.Decision.GONE, taken_by=None)


def _ascii_part(name: str) -> str:
    """Return the longest part of a name that every database finds in either case."""
    return max(re.findall(r"[!#-\[\]-~ ]+", name), key=len, default="")


def _replace(model: type[Model], column: str, pattern: re.Pattern[str], *, part: str) -> None:
    rows = model._default_manager.filter(**{f"{column}__icontains": part})
    for pk, value in rows.order_by("pk").values_list("pk", column).iterator(chunk_size=200):
        changed = _without(value, lambda text: pattern.sub(FORMER, text))
        if changed != value:
            if column == "object_repr":
                changed = changed[:_LONGEST_REPR]
            model._default_manager.filter(pk=pk).update(**{column: changed})


def _without(value: Any, change: Callable[[str], str]) -> Any:
    """Return a text, or what JSON holds, with all its texts changed."""
    if isinstance(value, dict):
        return {change(key): _without(each, change) for key, each in value.items()}
    if isinstance(value, list):
        return [_without(each, change) for each in value]
    if isinstance(value, str):
        # The admin keeps JSON as text, in which a name may be written in escapes.
        return json.dumps(_without(json.loads(value), change)) if _is_json(value) else change(value)
    return value


def _is_json(value: str) -> bool:
    if not value.startswith(("[", "{")):
        return False
    try:
        json.loads(value)
    except ValueError:
        return False
    return True

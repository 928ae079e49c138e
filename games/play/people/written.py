"""All places where somebody may have written a name, and how it is found and replaced there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.contrib.admin.models import LogEntry
from django.db.models import Case, CharField, Model, Q, Value, When

from accounts.models import Act, PersonNote, Sanction, SiteSwitches
from games.models import ClockShift, Report

FORMER = "a former player"
"""What stands where a name stood."""
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


class Written(NamedTuple):
    """What stands in one column of one row: a text, or what JSON holds."""

    model: type[Model]
    column: str
    pk: object
    value: Any


def written(
    names: Collection[str], rows: Mapping[type[Model], Q], *, inside: bool
) -> Iterator[Written]:
    """Yield what may hold one of the `names` in any case: in these `rows` of each model, or else
    in all others."""
    if not names:
        return
    for model, column in _TEXTS:
        held = Q()
        for name in names:
            held |= Q(**{f"{column}__icontains": _ascii_part(name)})
        chosen = When(rows[model], then=Value(True)) if model in rows else None
        where = Case(*filter(None, [chosen]), default=Value(False))
        found = model._default_manager.filter(held).alias(chosen=where).filter(chosen=inside)
        for pk, value in found.order_by("pk").values_list("pk", column).iterator(chunk_size=200):
            yield Written(model, column, pk, value)


def whole(names: Iterable[str], *, any_case: bool) -> re.Pattern[str]:
    """Return what finds the names where they stand whole, and FORMER, in which one may lie."""
    longest_first = sorted(names, key=len, reverse=True)  # a name may hold another
    either = "|".join(re.escape(name) for name in [FORMER, *longest_first])
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE if any_case else 0)


def forget(texts: Iterable[Written], *patterns: re.Pattern[str]) -> None:
    """Write FORMER for what the patterns find, one after the other."""

    def change(text: str) -> str:
        for pattern in patterns:
            text = pattern.sub(_former, text)
        return text

    for model, column, pk, value in texts:
        changed = _changed(value, change)
        if changed == value:
            continue
        field = model._meta.get_field(column)
        if isinstance(field, CharField):
            changed = changed[: field.max_length]
        model._default_manager.filter(pk=pk).update(**{column: changed})


def found_in(value: Any, pattern: re.Pattern[str]) -> set[str]:
    """Return all that the pattern finds in a text, or in what JSON holds."""
    found: set[str] = set()

    def look(text: str) -> str:
        found.update(pattern.findall(text))
        return text

    _changed(value, look)
    return found


def _former(match: re.Match[str]) -> str:
    return match.group() if match.group().casefold() == FORMER else FORMER


def _ascii_part(name: str) -> str:
    """Return the longest part of a name that every database finds in either case."""
    return max(re.findall(r"[!#-\[\]-~ ]+", name), key=len, default="")


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """Return a text, or what JSON holds, with all its texts changed; keys are never names."""
    if isinstance(value, dict):
        return {key: _changed(each, change) for key, each in value.items()}
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    if isinstance(value, str):
        # The admin keeps JSON as text, in which a name may be written in escapes.
        return json.dumps(_changed(json.loads(value), change)) if _is_json(value) else change(value)
    return value


def _is_json(value: str) -> bool:
    if not value.startswith(("[", "{")):
        return False
    try:
        json.loads(value)
    except ValueError:
        return False
    return True

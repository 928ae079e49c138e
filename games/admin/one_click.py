"""Decisions by one click, and what keeps the second of a double click from being another one.

After a decision the page of the next report comes, or the list without the one that is decided: the
button that lies under the pointer then belongs to another report.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.http import QueryDict

from games.views.numbers import whole_number

LOOKED_AT = timedelta(seconds=1)
"""So long a page has to be before its reader for what they click to be meant."""
_MILLISECOND = timedelta(milliseconds=1)
_BEGAN = datetime(1970, 1, 1, tzinfo=UTC)


def moment_shown(now: datetime) -> int:
    """Return what a page says of when it was made, in milliseconds."""
    return (now - _BEGAN) // _MILLISECOND


def from_page(sent: QueryDict) -> bool:
    """Return whether a form says when its page was made: without, nobody saw what is decided."""
    return whole_number(sent.get("moment", "")) is not None


def too_soon(sent: QueryDict, now: datetime) -> bool:
    """Return whether a form was sent right after its page was made."""
    shown = whole_number(sent.get("moment", ""))
    return shown is not None and 0 <= moment_shown(now) - shown < LOOKED_AT // _MILLISECOND

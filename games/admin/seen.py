"""What a page says of the reports that were on it, so that nobody decides what they have not read.

Whoever reported may add to their report for as long as it is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.models import Report
from games.play.moderation.opening import text_mark

_MARK = re.compile(r"([0-9]{1,18})-([0-9a-f]{12})")


def marks_of(reports: Iterable[Report]) -> str:
    """Return what a form carries for the reports that are seen with it."""
    return " ".join(f"{report.pk}-{text_mark(report)}" for report in reports)


def read_marks(sent: str) -> dict[int, str]:
    """Return the marks of texts by the keys of their reports; nothing was seen by nonsense."""
    found = (_MARK.fullmatch(part) for part in sent.split(" "))
    return {int(mark[1]): mark[2] for mark in found if mark}

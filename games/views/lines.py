"""The log of a game that is stepped through: a line for each position, to jump there.

It is long, and stays the same from step to step. So the page tells which part of it it has, and
gets it again only when it needs another one; static/replay.js moves the mark of the present line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.rules.notation.record import Record
from games.rules.notation.replaying import Replay

from .steps import FORM, OPEN, Way, Ways, beginning, told

HAS = "Drako-Lines"  # the header that tells which part of the log the page has: its id
WHOLE = 200  # positions whose lines are shown all together
PART = 50  # lines of a longer log around the present one, at least; before it and after it


class Lines(NamedTuple):
    """The part of the log around the present position."""

    id: str
    items: SafeString  # of a list; empty if the page has them
    had: bool  # the page has this part
    switched: bool  # the page has the lines of all cards open, and this is without, or vice versa
    before: Way | None  # to the last position before this part; None: it begins with the first
    after: Way | None  # to the first one after it


def span(at: int, last: int) -> tuple[int, int]:
    """Return the first and the last position whose lines are shown at `at`.

    Of a long log it is the same for PART positions in a row, so that few steps need another one.
    """
    if last < WHOLE:
        return 0, last
    here = at - at % PART
    return max(0, here - PART), min(last, here + 2 * PART - 1)


def lines_of(
    record: Record, played: Replay, *, eyes: int | None, names: Sequence[str], ways: Ways, has: str
) -> Lines:
    """Return the lines as the player of the seat `eyes` (None: a watcher) may know them.

    `has` is what the page says in the header HAS: the `id` of the part it has, or nothing.
    """
    first, end = span(played.at, len(played.steps))
    part = f"lines-{first}-{end}" + (f"-{OPEN}" if ways.all_open else "")
    needed = () if has == part else range(first, end + 1)
    items = [
        _item(line_of(record, played, at, eyes=eyes, names=names), ways.to(at), at == played.at)
        for at in needed
    ]
    return Lines(
        id=part,
        items=mark_safe("\n".join(items)),
        had=has == part,
        switched=has.startswith("lines-") and has.endswith(f"-{OPEN}") != ways.all_open,
        before=ways.to(first - 1) if first else None,
        after=ways.to(end + 1) if end < len(played.steps) else None,
    )


def line_of(
    record: Record, played: Replay, at: int, *, eyes: int | None, names: Sequence[str]
) -> SafeString:
    """Return how the position `at` came about, as the player of `eyes` may know it."""
    if at == 0:
        return beginning(record.first, record.discard[0], names)
    return told(played.steps[at - 1], seat=eyes, names=names)


def _item(line: SafeString, way: Way, here: bool) -> SafeString:
    current = mark_safe(' aria-current="step"') if here else ""
    if way.href:
        pattern = '<li><a id="step-{}" href="{}"{}><span>{}</span> <span>{}</span></a></li>'
        return format_html(pattern, way.at, way.href, current, way.at, line)
    pattern = (
        '<li><button type="submit" id="step-{}" form="{}" name="at" value="{}"{}>'
        "<span>{}</span> <span>{}</span></button></li>"
    )
    return format_html(pattern, way.at, FORM, way.value, current, way.at, line)

"""Moments and time left as markup, and the stamp by which a page knows its clock again."""

from __future__ import annotations

from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.time_words import left, left_pattern, moment


def instant(at: datetime) -> SafeString:
    """Return a moment in the reader's time zone, for machines as well."""
    return format_html(
        '<time datetime="{}">{}</time>', at.isoformat(timespec="seconds"), moment(at)
    )


def left_markup(seconds: int) -> SafeString:
    """Return the time left as of now, which `clocks.js` counts down."""
    return format_html(
        '<span class="left" data-left="{}" data-pattern="{}" data-up="{}">{}</span>',
        seconds,
        left_pattern(),
        left(0),
        left(seconds),
    )


def clock_stamp(deadline: datetime | None, stopped_seconds: int | None) -> str:
    """Return what differs between two clocks; a page asks with it whether its own is true."""
    if stopped_seconds is not None:
        return f"s{stopped_seconds}"
    return "" if deadline is None else str(int(deadline.timestamp()))

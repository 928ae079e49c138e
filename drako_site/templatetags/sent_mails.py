"""What a page says of mails, from their headers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import parsedate_to_datetime
from typing import Any

from django import template

from games.time_words import moment

register = template.Library()
_THREAD = ("Reply-To", "Message-ID", "In-Reply-To", "References")
UNDATED = datetime.min.replace(tzinfo=UTC)


@register.filter
def decoded(header: str | None) -> str:
    """A header as a mail program shows it; what cannot be read stays as it came."""
    try:
        return " ".join(str(make_header(decode_header(header or ""))).split())
    except (HeaderParseError, LookupError, UnicodeError, ValueError):
        return header or ""


@register.filter
def sent_at(message: Any) -> str:
    """When a mail was written, in the reader's time zone."""
    date = _date(message)
    return "" if date == UNDATED else moment(date)


@register.filter
def answered_by(message: Any) -> list[tuple[str, str]]:
    """The headers by which a mail is answered and put into its thread, those that it has."""
    named = ((name, decoded(message.get(name))) for name in _THREAD)
    return [(name, value) for name, value in named if value]


@register.filter
def newest_first(messages: Iterable[Any]) -> list[Any]:
    """Mails by the moments they name, the latest first."""
    return sorted(messages, key=_date, reverse=True)


def _date(message: Any) -> datetime:
    try:
        date = parsedate_to_datetime(message.get("date") or "")
    except ValueError:
        return UNDATED
    return date if date.tzinfo else date.replace(tzinfo=UTC)

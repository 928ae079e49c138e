"""Reports of failures in plain words, by mail servers that do not write them as RFC 3464 asks.

Whoever writes a mail can write such words: they count only in a mail that says to be a server's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message

from .delivery_status import address_in, header, report_with
from .letter import Report
from .parameters import kind_of

_FAILED = "X-Failed-Recipients"  # Exim, and some that write for Gmail and Exchange
_QMAIL = "Hi. This is the "  # https://cr.yp.to/proto/qsbmf.txt
_DAEMONS = ("mailer-daemon@", "postmaster@", "mail-daemon@", "mailerdaemon@")
_BEGINNING = 500  # characters in which a warning says that it is only one
_LONGEST = 20_000  # of a text that is looked at; the words of the server come first

_ANSWER = re.compile(r"(?<![\d.])[45]\d\d[ -].*", re.DOTALL)
_NOT_FOR_GOOD = re.compile(r"\b(delayed|not yet been delivered|only a warning)\b", re.IGNORECASE)


def plain_bounce(message: Message) -> Report | None:
    """Return what a mail of a mail server says in plain words; None if it says no failure."""
    if not is_of_server(message):
        return None
    text = _text(message)
    if text.startswith(_QMAIL):
        return next(_of_qmail(text), None)
    named = header(message, _FAILED)
    begins = f"{header(message, 'Subject')} {text[:_BEGINNING]}"
    if not named or _NOT_FOR_GOOD.search(begins):
        return None
    recipient = address_in(named)
    return report_with(recipient, _answer(_about(recipient, text)))


def is_of_server(message: Message) -> bool:
    """Return whether a mail says that a mail server sent it: one to which nobody answers."""
    author = address_in(header(message, "From"))
    return header(message, "Return-Path") == "<>" or author.startswith(_DAEMONS)


def _of_qmail(text: str) -> Iterator[Report]:
    """Yield the failures of a bounce: paragraphs that begin with an address, up to the mail."""
    for paragraph in text.split("\n\n")[1:]:
        if paragraph.startswith("-"):
            return
        first, _, rest = paragraph.partition("\n")
        if first.startswith("<") and first.rstrip().endswith(">:"):
            answer = rest.partition("Remote host said: ")[2] or rest
            yield report_with(first, answer.partition("\nGiving up on ")[0])


def _about(recipient: str, text: str) -> str:
    """Return what stands below the line with this address alone, up to an empty line."""
    if not recipient:
        return ""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.strip().lower().strip("<>:") == recipient:
            return "\n".join(lines[number + 1 :]).partition("\n\n")[0]
    return ""


def _answer(words: str) -> str:
    """Return the answer of the server that did not take the mail, else all the words."""
    found = _ANSWER.search(words)
    return found[0] if found else words


def _text(message: Message) -> str:
    """Return the beginning of the first part in plain text."""
    for part in message.walk():
        if kind_of(part) == "text/plain":
            raw = part.get_payload(decode=True)
            text = raw[:_LONGEST].decode("utf-8", "replace") if isinstance(raw, bytes) else ""
            return text.replace("\r\n", "\n").lstrip()
    return ""

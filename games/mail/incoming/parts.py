"""Which parts of a message hold its text, and that text, quoted lines marked with >."""

from __future__ import annotations

import binascii
import quopri
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from .charsets import decoded
from .flowed import unflowed
from .html_quotes import may_strike_out
from .html_text import text_of
from .mime import Part
from .parameters import kind_of, parameter, word

Form = Literal["plain", "html"]

_PLAIN = ("text/plain", "text/enriched", "text/markdown", "text/x-amp-html")
_MOST_PLAIN = 200_000  # signs as sent that are looked at
_MOST_TEXTS = 30
_MOST_HTML = 500_000  # some programs put a hundred thousand of styles before the first word
_LONGEST_NOTE = 600  # of a text that only says that there is HTML
_TEXTS_OF_FIRST = ("multipart/related", "multipart/signed", "multipart/report")


def body_of(message: Part, form: Form, *, signatures: bool = False) -> str:
    """Return the text of the message: of the form asked for, where it has a choice.

    Signatures of HTML are left out, unless they are asked for. What is attached is no part of it,
    nor are messages within the message.
    """
    return "\n".join(islice(_texts(message, form, _Look(signatures), top=True), _MOST_TEXTS))


def strikes_out(message: Part) -> bool:
    """Return whether HTML of it may strike something out, which plain text does not show."""
    pages = islice((part for part in message.walk() if kind_of(part) == "text/html"), _MOST_TEXTS)
    return any(may_strike_out(_bytes(part, _MOST_HTML)) for part in pages)


@dataclass(slots=True)
class _Look:
    """How a message is looked at, and how much of its HTML still is."""

    signatures: bool
    html: int = _MOST_HTML


def _texts(part: Part, form: Form, look: _Look, *, top: bool = False) -> Iterator[str]:
    kind = kind_of(part)
    pieces = _pieces(part)
    if kind == "multipart/alternative" and pieces:
        yield _choice(pieces, form, look)
    elif kind in _TEXTS_OF_FIRST and pieces:
        yield from _texts(pieces[0], form, look)
    elif pieces:
        for piece in pieces:
            yield from _texts(piece, form, look)
    elif top or not _is_file(part):
        yield _text(part, kind, look)


def _pieces(part: Part) -> list[Part]:
    payload = part.get_payload()
    return [piece for piece in payload if isinstance(piece, Part)] if type(payload) is list else []


def _choice(pieces: list[Part], form: Form, look: _Look) -> str:
    """Return the text of the first of several alternatives that has any."""
    plain = [piece for piece in pieces if kind_of(piece) in _PLAIN]
    others = [piece for piece in reversed(pieces) if kind_of(piece) not in _PLAIN]
    if form == "plain":
        said = [
            piece for piece in plain if not (others and _is_note(_text(piece, "text/plain", look)))
        ]
        order = said + others + plain
    else:
        order = others + plain
    for piece in order:
        text = "\n".join(_texts(piece, form, look))
        if text.strip():
            return text
    return ""


def _is_note(text: str) -> bool:
    """Return whether a text says only that another part is to be read."""
    if len(text) > _LONGEST_NOTE or ">" in text:
        return False
    words = {word.strip(".,:;!?()\"'").lower() for word in text.split()}
    return "html" in words or "html-format" in words


def _is_file(part: Part) -> bool:
    """Return whether it is shown as a file, not as text."""
    return (
        word(part, "Content-Disposition") == "attachment"
        or parameter(part, "filename", "Content-Disposition") != ""
        or parameter(part, "name") != ""
    )


def _text(part: Part, kind: str, look: _Look) -> str:
    if kind == "text/html":
        raw = _bytes(part, look.html)
        look.html -= len(part.body[: look.html])
        return text_of(decoded(raw, parameter(part, "charset")), signatures=look.signatures)
    if kind not in _PLAIN and not kind.startswith("multipart/"):
        return ""
    text = decoded(_bytes(part, _MOST_PLAIN), parameter(part, "charset"))
    if parameter(part, "format").lower() == "flowed":
        return unflowed(text, delsp=parameter(part, "delsp").lower() == "yes")
    return text


def _bytes(part: Part, most: int) -> bytes:
    """Return the bytes of a part, of its first `most` as they were sent."""
    raw = part.body[:most]
    encoding = word(part, "Content-Transfer-Encoding")
    if encoding == "quoted-printable":
        return quopri.decodestring(raw)
    if encoding == "base64":
        return _of_base64(raw)
    return raw


_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))


def _of_base64(raw: bytes) -> bytes:
    """Return what the signs of base64 among these bytes mean, as far as they are whole."""
    signs = raw.translate(None, _NOT_BASE64)
    whole = len(signs) // 4 * 4
    rest = signs[whole:]
    if len(rest) > 1:
        rest += b"=" * (4 - len(rest))
        return binascii.a2b_base64(signs[:whole] + rest)
    return binascii.a2b_base64(signs[:whole])

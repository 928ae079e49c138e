"""A raw message taken apart into its MIME parts, however it is made: in bounded time and memory."""

from __future__ import annotations

import re
from email.message import Message
from typing import Any

MOST_HEAD = 256_000
"""Bytes of a head that are looked at; what people's mails have is a tenth of it."""
MOST_FIELDS = 1_000
_MOST_PARTS = 200
_DEEPEST = 20
_LONGEST_PARAMETERS = 2_000  # of a field whose parameters the email package parses, slowly

_FIELD = re.compile(rb"([!-9;-~]{1,200})[ \t]*:(.*)", re.DOTALL)
_END_OF_HEAD = re.compile(rb"\r?\n(?=\r?\n)|\Z")
_OF_MAILBOX = re.compile(rb">?From [ \t]*(?![ \t:])")


class Part(Message):
    """A message or a part of one; `body` as it was sent, b"" for one that holds others."""

    body = b""

    def get_payload(self, i: Any = None, decode: Any = False) -> Any:
        """Return as `Message` does, but text as UTF-8: it would be read by any codec it names."""
        if decode or self.is_multipart():
            return super().get_payload(i, decode)
        return self.body.decode("utf-8", "surrogateescape")


def parse(raw: bytes) -> Part:
    """Return the message and its parts.

    Headers are as they were sent (`raw_items`); those past MOST_FIELDS or MOST_HEAD are left out.
    Parts that stand too deep, or are too many, are left out; attached messages are not taken apart.
    """
    message, body = _head(raw)
    left = _MOST_PARTS
    todo = [(message, body, 0)]
    while todo:
        part, body, depth = todo.pop()
        if depth == _DEEPEST and part.get_content_maintype() == "multipart":
            body = b""
        pieces = _pieces(part, body, left)
        left -= len(pieces)
        for piece in pieces:
            inner, inner_body = _head(piece)
            part.attach(inner)
            todo.append((inner, inner_body, depth + 1))
        if not pieces:
            part.body = body
            part.set_payload(body.decode("ascii", "surrogateescape"))
    return message


def parse_head(raw: bytes) -> Part:
    """Return the message with its head alone."""
    message, _body = _head(raw)
    message.set_payload("")
    return message


def split_head(raw: bytes) -> tuple[bytes, bytes]:
    """Return the head of a message or a part, and its body."""
    if raw.startswith((b"\n", b"\r\n")):
        return b"", raw.partition(b"\n")[2]
    end = _END_OF_HEAD.search(raw)
    assert end is not None  # it matches the end
    return raw[: end.start()], raw[end.end() :].removeprefix(b"\r").removeprefix(b"\n")


def fields_of(head: bytes) -> list[tuple[str, str]]:
    """Return name and value of each field, in their order; values unfolded, signs as sent.

    Bytes that are not ASCII become surrogates; lines that are no field are passed over.
    """
    lines: list[list[bytes]] = []
    for line in head[:MOST_HEAD].splitlines():
        if line[:1] in (b" ", b"\t"):
            if lines:
                lines[-1].append(line)
        elif len(lines) == MOST_FIELDS:
            break
        else:
            lines.append([line])
    fields = []
    for each in lines:
        found = _FIELD.fullmatch(b"".join(each))
        if found:
            name, value = (part.decode("ascii", "surrogateescape") for part in found.groups())
            fields.append((name, value.strip()))
    return fields


def _head(raw: bytes) -> tuple[Part, bytes]:
    head, body = split_head(raw)
    message = Part()
    for name, value in fields_of(head):
        if name.lower().startswith("content-"):
            value = value[:_LONGEST_PARAMETERS]
        message.set_raw(name, value)
    return message, body


def _pieces(part: Message, body: bytes, most: int) -> list[bytes]:
    """Return what stands between the delimiters of a multipart; none if it is not one."""
    if part.get_content_maintype() != "multipart":
        return []
    boundary = _boundary(part)
    if not boundary:
        return []
    delimiter = re.compile(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*\r?$", re.MULTILINE)
    pieces: list[bytes] = []
    start = -1
    for found in delimiter.finditer(body):
        if start >= 0:
            pieces.append(body[start : found.start()].removesuffix(b"\n").removesuffix(b"\r"))
        start = found.end() + 1
        if found[1] or len(pieces) >= most:
            return pieces[:most]
    if start >= 0:  # cut short on its way
        pieces.append(body[start:])
    return pieces[:most]


def _boundary(part: Message) -> bytes:
    try:
        boundary = part.get_boundary()
    except Exception:  # the email package raises what it likes for malformed parameters
        return b""
    return (boundary or "").encode("ascii", "surrogateescape" if _is_raw(boundary) else "ignore")


def _is_raw(text: str | None) -> bool:
    """Return whether it is ASCII and the surrogates of bytes that are not."""
    return all(sign < "\x80" or "\udc80" <= sign <= "\udcff" for sign in text or "")


def without_mailbox_line(raw: bytes) -> bytes:
    """Return it without what programs put before a message: empty lines, a mailbox's "From "."""
    raw = raw.lstrip(b"\r\n")
    if _OF_MAILBOX.match(raw):
        return raw.partition(b"\n")[2]
    return raw

"""What the head of a message says: where it came to, which one it is."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from itertools import islice

from games.mail.message_ids import can_be_repeated

from .mime import fields_of, split_head

_LONGEST = 10_000  # signs of a field
_MOST_ADDRESSES = 100
_MOST_VALUES = 50  # of one name
_LONGEST_SUBJECT = 1_000  # as it is written
_LONGEST_SHOWN = 200
_MOST_CHECKS = 20
_MOST_ANSWERED = 5
_RECIPIENTS = (
    "To",
    "Cc",
    "Delivered-To",
    "X-Original-To",
    "Envelope-To",
    "X-Envelope-To",
    "X-Forwarded-To",
)
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"@]{1,64}@[^\s<>()\[\],;:\"@]{1,255}")
_NAME = re.compile(r"<[^<>]{1,248}>")
_OF_DELIVERY = re.compile(
    r"received|return-path|dkim-signature|delivered-to|envelope-to|authentication-results|arc-.*|received-spf|x-.*",
    re.IGNORECASE,
)


def values(message: Message, *names: str) -> list[str]:
    """Return the values of the fields of these names, name after name, the topmost first.

    Bytes beyond ASCII are UTF-8 (RFC 6532), or nothing that can be read.
    """
    found: dict[str, list[str]] = {name.lower(): [] for name in names}
    for name, value in message.raw_items():
        of_name = found.get(name.lower())
        if of_name is not None and len(of_name) < _MOST_VALUES:
            raw = str(value)[:_LONGEST].encode("ascii", "surrogateescape")
            of_name.append(raw.decode("utf-8", "replace"))
    return [value for each in found.values() for value in each]


def recipients_of(message: Message, envelope: Sequence[str]) -> tuple[str, ...]:
    """Return the addresses it may have come to: of the envelope, then of its head."""
    named = _plain_addresses([*envelope[:_MOST_ADDRESSES], *values(message, *_RECIPIENTS)])
    return tuple(islice(dict.fromkeys(named), _MOST_ADDRESSES))


def message_id_of(message: Message) -> str:
    """Return its Message-ID as a head of ours can repeat it; "" if it has none, or a wrong one."""
    found = values(message, "Message-ID")
    said = found[0].strip() if len(found) == 1 else ""
    return said if can_be_repeated(said) else ""


def answers_of(message: Message) -> tuple[str, ...]:
    """Return the Message-IDs that its In-Reply-To names, each once: five at most."""
    said = (_NAME.findall(value) for value in values(message, "In-Reply-To"))
    names = dict.fromkeys(name for each in said for name in each if can_be_repeated(name))
    return tuple(islice(names, _MOST_ANSWERED))


def digest_of(message: Message, raw: bytes) -> str:
    """Return 64 hexadecimal digits that each delivery of the same message has.

    Without a Message-ID they are those of `raw`, message or head, lines ended alike, without
    what the servers on its way put into its head.
    """
    for said in values(message, "Message-ID"):
        if said.strip():
            return _sha256([said.strip().encode()])
    head, body = split_head(raw)
    own = [f"{name}:{value}" for name, value in fields_of(head) if not _OF_DELIVERY.fullmatch(name)]
    text = "\n".join(own).encode("utf-8", "surrogateescape")
    return _sha256([text, b"\n\n", body.replace(b"\r\n", b"\n").rstrip()])


def checks_of(message: Message) -> tuple[str, ...]:
    """Return its Authentication-Results on one line each, the latest first."""
    return tuple(
        " ".join(value.split())
        for value in values(message, "Authentication-Results")[:_MOST_CHECKS]
    )


def subject_of(message: Message) -> str:
    """Return its subject, decoded as far as it can be."""
    said = "".join(values(message, "Subject")[:1])[:_LONGEST_SUBJECT]
    try:
        return str(make_header(decode_header(said)))
    except (MessageError, LookupError, ValueError):
        return said


def shown_subject_of(message: Message) -> str:
    """Return its subject as one of ours can repeat it: one line, without signs that nobody sees."""
    said = " ".join(subject_of(message).split())
    seen = "".join(sign for sign in said if sign.isprintable())
    return " ".join(seen.split())[:_LONGEST_SHOWN].rstrip()


def _plain_addresses(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from (found[0].lower() for found in _ADDRESS.finditer(text[:_LONGEST]))


def _sha256(pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()

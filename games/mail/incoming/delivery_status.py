"""What a delivery report in the form of RFC 3464 says of each recipient."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Iterator, Mapping
from email.message import Message
from email.parser import HeaderParser

from .letter import Report

TYPES = ("message/delivery-status", "message/global-delivery-status")
_MOST_GROUPS = 50  # a mail of ours goes to one address
_LONGEST = 1000  # characters of an answer that are looked at

_ADDRESS = re.compile(r"[^\s<>()\";,]{1,128}@[^\s<>()\";,]{1,255}")
_ANSWER = re.compile(r"([245]\d\d)(?:[ -]|$)")
_ENHANCED = r"[245]\.\d{1,3}\.\d{1,3}"
_TYPE = re.compile(r"\A[a-z][\w-]*\s*;\s*", re.IGNORECASE)  # "smtp;", "X-Postfix;"
_STATUS = re.compile(rf"{_ENHANCED}\b")


def recipients_in(part: Message) -> list[Report]:
    """Return what a part of one of `TYPES` says, a report for each recipient that it names."""
    blocks = re.split(r"\n[ \t]*(?:\n[ \t]*)+", _text(part).strip("\n"), maxsplit=_MOST_GROUPS)
    fields = (_fields(block) for block in blocks[:_MOST_GROUPS])
    return [_report(each) for each in fields if "action" in each or "final-recipient" in each]


def report_with(recipient: str, answer: str, *, status: str = "", original: str = "") -> Report:
    """Return the report of a failure for which a mail server gave this answer, as far as known.

    The code that the answer itself bears counts; `status` is what the reporter made of it.
    """
    said = plain(answer)
    found = _ANSWER.match(said)
    code = int(found[1]) if found else 0
    if found:
        # Each line of a long answer bears the code again.
        line = re.compile(rf"(?<!\S){code}[ -](?:({_ENHANCED}) )?")
        status = next((each[1] for each in line.finditer(said) if each[1]), status)
        said = line.sub("", said).strip()
    if status and not _STATUS.match(said):
        said = f"{status} {said}".rstrip()
    if not code:
        code = 450 if status.startswith("4") else 550
    return Report(address_in(recipient), True, code, said, address_in(original))


def address_in(text: str) -> str:
    """Return the first mail address in a text, in small letters; "" if there is none."""
    found = _ADDRESS.search(text)
    return found[0].lower() if found else ""


def plain(text: str) -> str:
    """Return a text on one line, of signs that can be shown and kept, at most so long."""
    line = " ".join(text[: 4 * _LONGEST].split())
    return "".join(sign for sign in line if sign.isprintable())[:_LONGEST]


def _report(fields: Mapping[str, str]) -> Report:
    action = fields.get("action", "").partition(" ")[0].lower()
    status = _STATUS.match(fields.get("status", ""))
    made = report_with(
        fields.get("final-recipient", ""),
        _TYPE.sub("", fields.get("diagnostic-code", ""), count=1),
        status=status[0] if status else "",
        original=fields.get("original-recipient", ""),
    )
    # What is given up after days of "later" is reported as failed too.
    failed = action == "failed" and not fields.get("status", "").startswith(("2", "4"))
    return Report(made.recipient, failed, made.code, made.said, made.original)


def _fields(block: str) -> dict[str, str]:
    """Return the fields of a block by their names in small letters; the first of a name counts."""
    fields: dict[str, str] = {}
    for name, value in HeaderParser().parsestr(block).raw_items():
        fields.setdefault(name.lower(), plain(str(value)))
    return fields


def _text(part: Message) -> str:
    """Return the part as it was sent: parsers make messages of its blocks, or of the first."""
    if not part.is_multipart():
        return _leaf(part).replace("\r\n", "\n")
    text = "\n\n".join(_sources(part)).replace("\r\n", "\n")
    encoding = header(part, "Content-Transfer-Encoding").lower()
    raw = text.encode("utf-8", "surrogateescape")
    try:
        if encoding == "base64":
            raw = base64.b64decode(raw)
        elif encoding == "quoted-printable":
            raw = quopri.decodestring(raw)
    except binascii.Error:
        return text
    return raw.decode("utf-8", "replace").replace("\r\n", "\n")


def _sources(part: Message) -> Iterator[str]:
    if not part.is_multipart():
        yield _leaf(part)
        return
    for block in part.get_payload():
        if isinstance(block, Message):
            yield "\n".join(f"{name}: {value}" for name, value in block.raw_items())
            yield from _sources(block)


def _leaf(part: Message) -> str:
    raw = part.get_payload(decode=True)
    return raw.decode("utf-8", "surrogateescape") if isinstance(raw, bytes) else ""


def header(message: Message, name: str) -> str:
    """Return a header as it was sent, without parsing it; "" if there is none."""
    for each, value in message.raw_items():
        if each.lower() == name.lower():
            return " ".join(str(value).split())
    return ""

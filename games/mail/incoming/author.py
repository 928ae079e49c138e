"""Who wrote a message, by its From: one address that can be read in one way only, or nobody.

A server that vouches for a message looks at another From than we do where there are several, or at
another address of it. So what could be read in two ways is nobody's (RFC 5322, 3.6.2; RFC 7489,
6.6.1).
"""

from __future__ import annotations

import re
from email.message import Message
from itertools import islice

LONGEST = 2_000  # signs of a From
_MOST_SENDERS = 10
_FROM = re.compile(rb"(?:\A|[\r\n])From[ \t]*:", re.IGNORECASE)
_LONE_CR = re.compile(rb"\r(?!\n)")  # the end of a line to some, a sign like others to the rest
_VALUE = re.compile(rb"[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*")
_ADDRESS = r"[^\s<>()\[\],;:\"\\@]{1,64}@[^\s<>()\[\],;:\"\\@]{1,255}"
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NO_ADDRESS = re.compile(  # quoted, a comment, or encoded: leftmost first
    r'"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)|=\?[^?\s]*\?[BQbq]\?[^?\s]*\?=', re.DOTALL
)
_ONE = re.compile(rf'(?:(?P<name>[^<>()\[\],;:"\\]*)< ?)?(?P<address>{_ADDRESS}) ?(?P<end>>?)')


def sender_of(head: bytes, *, is_whole: bool) -> str:
    """Return the address of the one From of a head, small letters; "" if it is nobody's.

    `head` as it was sent, all of it: a From that stands after whatever is counted too.
    """
    fields = [found.end() for found in islice(_FROM.finditer(head), 2)]
    if len(fields) != 1 or not is_whole or _LONE_CR.search(head):
        return ""
    value = _VALUE.match(head, fields[0])
    assert value is not None  # it matches nothing, too
    return address_of(value[0].decode("utf-8", "replace")) if len(value[0]) <= LONGEST else ""


def address_of(value: str) -> str:
    """Return the one address that a From names, small letters; "" if it is anything else."""
    bare = " ".join(_NO_ADDRESS.sub(" ", value).split())
    found = None if _UNSEEN.search(value) else _ONE.fullmatch(bare)
    if found is None or (found["name"] is None) != (found["end"] == ""):
        return ""
    address = _small(found["address"])
    name = found["name"] or ""
    # Some write the address as the name too, without quotes.
    return address if "@" not in name or _small(name.strip()) == address else ""


def seem_to_be_senders(message: Message) -> list[str]:
    """Return what look like addresses in From and Sender, small letters: few, and of the first."""
    said = [value for name, value in message.raw_items() if name.lower() in ("from", "sender")]
    text = " ".join(str(value)[:LONGEST] for value in said[:_MOST_SENDERS])
    return [found.lower() for found in re.findall(_ADDRESS, text)]


def _small(address: str) -> str:
    """Return it in small letters; "" if a sign beyond ASCII would become a letter of ASCII."""
    changed = any(not sign.isascii() and sign.lower().isascii() for sign in address)
    return "" if changed else address.lower()

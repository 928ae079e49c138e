"""What a mail server found out about who sent a mail: its Authentication-Results (RFC 8601).

Read here, for the package that reads them (authres) goes on behind what it cannot read, as if that
were not there, and takes no header that ends with a semicolon, as those of some servers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_LONGEST = 10_000  # characters of one header that are looked at
_VERSION = "1"

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_OUTSIDE = re.compile(rf"{_QUOTED}|[^\"()]+|\(", re.DOTALL)
_WITHIN = re.compile(r"[^()\\]+|\\.|[()]", re.DOTALL)  # a comment, where quotes mean nothing
_PARTS = re.compile(rf"(?:{_QUOTED}|[^\";])+", re.DOTALL)
_PAIR = re.compile(
    rf"\s*([a-z][\w.-]*)\s*(?:/\s*\d+\s*)?=\s*((?:{_QUOTED}|[^\s\"])*)(?=\s|$)",
    re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Result:
    """What one method came to; all in small letters."""

    method: str  # "dmarc", "dkim", "spf", …
    result: str  # "pass", "fail", "none", …
    properties: dict[str, str]  # "header.from": "example.org"


def results_of(server: str, headers: Sequence[str]) -> list[Result]:
    """Return the results in the first of these headers, the latest first, that bears this name.

    The mail server puts its own above all that came with the mail, so that it is the first of its
    name; those below it may have been written by the sender, and none counts. Others' above it were
    put there on the way from that server to here.
    """
    name = server.strip().lower()
    for header in headers:
        parts = _parts(header)
        start = parts[0].split() if parts else []
        if start and _unquoted(start[0]).lower() == name:
            return list(_results(parts[1:])) if start[1:] in ([], [_VERSION]) else []
        if not parts and name in header.lower():
            return []  # perhaps its own: what stands below it cannot count
    return []


def _parts(header: str) -> list[str]:
    """Return what stands between semicolons, without comments; nothing if it cannot be told."""
    if len(header) > _LONGEST:
        return []
    bare: list[str] = []
    depth = end = 0
    while end < len(header):
        found = (_WITHIN if depth else _OUTSIDE).match(header, end)
        if found is None:
            return []
        end = found.end()
        if found[0] == "(":
            depth += 1
        elif found[0] == ")":
            depth -= 1
            bare.append(" ")
        elif not depth:
            bare.append(found[0])
    return [] if depth else _PARTS.findall("".join(bare))


def _results(parts: Sequence[str]) -> Iterator[Result]:
    """Yield what can be read wholly and in one way only."""
    for part in parts:
        pairs = []
        end = 0
        while found := _PAIR.match(part, end):
            pairs.append((found[1].lower(), _unquoted(found[2]).lower()))
            end = found.end()
        names = {name for name, _value in pairs}
        if pairs and not part[end:].strip() and len(names) == len(pairs):
            (method, result), *rest = pairs
            yield Result(method, result, dict(rest))


def _unquoted(text: str) -> str:
    """Return a value without quotation marks; those around the first half of an address stay."""
    if len(text) > 1 and re.fullmatch(_QUOTED, text, re.DOTALL):
        return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
    return text

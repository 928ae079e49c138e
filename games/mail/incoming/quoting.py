"""What the author of a mail wrote, without what they quote and what their program adds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .own_text import own_lines
from .phrases import DEVICE
from .quote_heads import heads_in

LONGEST_TEXT = 20_000
_MOST_LINES = 2_000
_LONGEST_LINE = 1_000
_BREAKS_AFTER = 70  # signs of a line

_BREAKS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = re.compile(
    r"[\0-\x08\x0e-\x1f\x7f\xad\u200b-\u200f\u202a-\u202e\u2060\ufeff\ud800-\udfff]"
)
_SPACES = re.compile(r"[\xa0\u2000-\u200a\u202f\u3000]")
_MARK = re.compile(r"\s*(?:[A-Z]{2,3})?[>\uff1e]")
_SIGNATURES = ("--", "-----BEGIN PGP SIGNATURE-----")
_LONGEST_DEVICE = 160


def written(text: str) -> str:
    """Return the lines that the author wrote, in their order, those left empty among them.

    Lines marked with > go, wherever they are, so that answers below and between them stay. A head
    that programs put over what they quote without marks ends the text; a signature ends it too, up
    to the next mark. Takes time by the length of the text, of which the beginning is looked at.
    """
    lines = _lines(text)
    marked = _marked(lines)
    for number in own_lines(lines, marked):
        marked[number] = True
    kept = _kept(lines, marked, heads_in(lines, marked))
    return "\n".join(kept).strip("\n")[:LONGEST_TEXT]


def _marked(lines: Sequence[str]) -> list[bool]:
    """Return of each line whether it is marked as quoted, or the end of one that is.

    Some programs break lines that their mark made too long, and do not mark what they broke off.
    """
    marked = [_MARK.match(line) is not None for line in lines]
    broken = []
    for number in range(1, len(lines) - 1):
        word = lines[number].split(" ", 1)[0]
        if word and not marked[number] and marked[number - 1] and marked[number + 1]:
            before = lines[number - 1]
            if len(before) + 1 + len(word) > _BREAKS_AFTER and " " in before.lstrip("> "):
                broken.append(number)
    for number in broken:
        marked[number] = True
    return marked


def _kept(lines: Sequence[str], marked: Sequence[bool], heads: dict[int, int]) -> list[str]:
    kept: list[str] = []
    signed = False
    number = 0
    while number < len(lines):
        line = lines[number].strip()
        if marked[number]:
            signed = False
        elif number in heads:
            number = _next_line(lines, heads[number])
            if number < len(lines) and (marked[number] or number in heads):
                continue
            break
        elif line in _SIGNATURES:
            signed = True
        elif not signed and not _is_of_device(line):
            kept.append(lines[number])
        number += 1
    return kept


def _next_line(lines: Sequence[str], number: int) -> int:
    """Return the next line that is not empty, of this one and those after it."""
    while number < len(lines) and not lines[number].strip():
        number += 1
    return number


def _is_of_device(line: str) -> bool:
    return len(line) <= _LONGEST_DEVICE and DEVICE.match(line.lstrip("*_ ")) is not None


def _lines(text: str) -> list[str]:
    """Return the lines without signs that nobody sees; each at most so long, and so many."""
    lines = _BREAKS.split(text[: _MOST_LINES * _LONGEST_LINE], maxsplit=_MOST_LINES)[:_MOST_LINES]
    return [_SPACES.sub(" ", _UNSEEN.sub("", line[:_LONGEST_LINE])).rstrip() for line in lines]

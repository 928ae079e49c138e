"""The lines that mail programs put over what they quote: who wrote it, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mailparser_reply import EmailMessage
from mailparser_reply.constants import MAIL_LANGUAGES

from .phrases import FROM_FIELDS, OTHER_FIELDS, SENT_FIELDS, SEPARATOR, WROTE

# In Polish a single line like "Do: …" would do.
_LANGUAGES = [language for language in MAIL_LANGUAGES if language != "pl"]
_MOST_LINES = 300  # that the library's patterns look at, which take time by the square of a line
_LONGEST = 300

_STARTS = FROM_FIELDS | SENT_FIELDS
_FIELDS = _STARTS | OTHER_FIELDS
_FIELD = re.compile(r"[*_ ]{0,3}([^\W\d][^:\uff1a]{0,24}?)[*_ ]{0,3}(?::(?:[*_\s]|$)|\uff1a)")
_BARE_FIELD = re.compile(
    "(" + "|".join(sorted(_FIELDS, key=len, reverse=True)) + r") +[^\s:\uff1a]", re.IGNORECASE
)
_ENDS_WITH_ADDRESS = re.compile(r"@[^\s@]+>\s*$")
_LINES_OF_FIELDS = 20
_LINES_BETWEEN = 3  # from one field to the next: addresses may take several
_ENDS = (":", "\uff1a", ":*", ":_")
_DATED = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}|@|\d\u5e74")
_OPENS = re.compile(
    r"(?:On|Am|Le|Il|El|Em|Op|Den|P\u00e5|Dnia|W dniu|Dne|At|In data|Pe)\b|\d", re.IGNORECASE
)
_LINES_OF_ONE = 4
_LONGEST_NAMED = 600


def heads_in(lines: Sequence[str], marked: Sequence[bool]) -> dict[int, int]:
    """Return where heads begin, each with the line after its last; none among marked lines."""
    heads: dict[int, int] = {}
    for number, line in enumerate(lines):
        if marked[number] or not line:
            continue
        if SEPARATOR.fullmatch(line.strip()[:_LONGEST]):
            heads[number] = number + 1
        elif _label(line) in _STARTS:
            end = _end_of_fields(lines, marked, number)
            if end:
                heads[number] = end
        elif _bare_label(line) in FROM_FIELDS and _ENDS_WITH_ADDRESS.search(line):
            end = _end_of_bare_fields(lines, marked, number)
            if end:
                heads[number] = end
        elif line.endswith(_ENDS):
            start = _start_of_sentence(lines, marked, number)
            if start >= 0:
                heads[start] = number + 1
    for start, end in _of_library(lines, marked):
        heads.setdefault(start, end)
    return heads


def _end_of_fields(lines: Sequence[str], marked: Sequence[bool], start: int) -> int:
    """Return the line after the fields of a mail that begin here; 0 if there are not two."""
    first, end = _label(lines[start]), 0
    for number in range(start + 1, min(start + _LINES_OF_FIELDS, len(lines))):
        if marked[number] or number - max(start, end - 1) > _LINES_BETWEEN:
            break
        label = _label(lines[number])
        if label in _FIELDS and label != first:
            end = number + 1
    while end and end < len(lines) and lines[end] and not marked[end]:
        end += 1  # a subject that takes two lines
    return end


def _end_of_bare_fields(lines: Sequence[str], marked: Sequence[bool], start: int) -> int:
    """Return the same of fields without colons, one below the other, of three lines at least."""
    seen, end = {_bare_label(lines[start])}, start + 1
    while end < len(lines) and not marked[end] and (label := _bare_label(lines[end])) not in seen:
        if not label:
            break
        seen.add(label)
        end += 1
    return end if len(seen) > 2 else 0


def _start_of_sentence(lines: Sequence[str], marked: Sequence[bool], last: int) -> int:
    """Return the line where a sentence like "On … Ana wrote:" begins that ends here; -1 if none."""
    said = ""
    for number in range(last, max(last - _LINES_OF_ONE, -1), -1):
        line = lines[number].strip("*_ ")
        if marked[number] or not line or len(said) + len(line) > _LONGEST_NAMED:
            break
        said = f"{line} {said}" if said else line
        if _OPENS.match(line) and _names_author(said):
            return number
    line = lines[last].strip("*_ ")
    return last if len(line) <= _LONGEST_NAMED and _names_author(line) else -1


def _names_author(said: str) -> bool:
    wrote = WROTE.search(said) is not None or said.endswith((">:", ">\uff1a"))
    return wrote and _DATED.search(said) is not None


def _of_library(lines: Sequence[str], marked: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where mail-parser-reply sees heads that bear a date or an address."""
    short = [line[:_LONGEST].strip() for line in lines[:_MOST_LINES]]
    text = "\n".join(
        "" if is_quoted else line for line, is_quoted in zip(short, marked, strict=False)
    )
    pattern = EmailMessage("", languages=[*_LANGUAGES]).HEADER_REGEX
    for found in pattern.finditer(text):
        said = found[0].lstrip()
        if not _DATED.search(said):
            continue
        start = text.count("\n", 0, found.end() - len(said))
        end = start + said.rstrip().count("\n") + 1
        while end > start + 1 and any(marked[start:end]):
            end -= 1
        yield start, end


def _bare_label(line: str) -> str:
    """Return the field that a line like 'From "Ana" <ana@example.org>' is; "" if it is none."""
    found = _BARE_FIELD.match(line[:_LONGEST].strip("*_ "))
    return found[1].lower() if found else ""


def _label(line: str) -> str:
    found = _FIELD.match(line[:_LONGEST])
    return found[1].strip("*_ ").lower() if found else ""

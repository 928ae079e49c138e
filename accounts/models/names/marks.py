"""Marks on letters: those that readers overlook, and how many may stand on one."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_KEPT = {
    # On Latin, Greek and Cyrillic letters these make another name: grave, acute, circumflex, tilde,
    # macron, breve, diaeresis, ring, double acute, caron, comma below, cedilla, ogonek; strokes.
    *(0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x308, 0x30A, 0x30B, 0x30C, 0x326, 0x327, 0x328),
    *(0x335, 0x336, 0x337, 0x338),
}
_MAY_BE_OVERLOOKED = (
    *((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F)),
    *((0x0591, 0x05C7), (0x0610, 0x061A), (0x064B, 0x065F), (0x0670, 0x0670), (0x06D6, 0x06ED)),
    *((0x0711, 0x0711), (0x0730, 0x074A), (0x08CA, 0x08FF)),
)
"""Of the European alphabets; and Hebrew, Arabic and Syriac ones, where few write them."""
_TONES = {*range(0x0E48, 0x0E4C), *range(0x0EC8, 0x0ECC)}  # Thai and Lao
_THAI_AND_LAO = (0x0E00, 0x0EFF)
_MOST_ON_THAI = 2  # a vowel and a tone


def is_mark(char: str) -> bool:
    """Whether a character is drawn on or under the one before it."""
    return unicodedata.category(char) in ("Mn", "Me")


def with_few_marks(text: str, *, most: int) -> str:
    """A text of anybody's with at most so many marks in a row, and none before its first letter.

    The time in which such a text is brought into a normal form grows with its length; with that of
    rows of marks it grows by the square.
    """
    kept, row = [], most
    for char in text:
        row = row + 1 if _goes_on_letter(char) else 0
        if row <= most:
            kept.append(char)
    return "".join(kept)


def without_overlooked(name: str) -> str:
    """A name in NFD without the marks that readers overlook: ạ and ġ are a and g, é is not e."""
    return "".join(char for char in name if not _is_overlooked(char))


def without_accents(text: str) -> str:
    """A text without marks on its letters: é is e, and o with a stroke over it is o."""
    apart = unicodedata.normalize("NFD", text)
    bare = (char for char in apart if not (is_mark(char) and _is_within(char)))
    return unicodedata.normalize("NFC", "".join(bare))


def pile_up(marks: Sequence[str]) -> bool:
    """Whether marks in a row stand on each other as no language writes them."""
    if any(one == other for one, other in zip(marks, marks[1:], strict=False)):
        return True
    if sum(ord(mark) in _TONES for mark in marks) > 1:
        return True
    first, last = _THAI_AND_LAO
    return len(marks) > _MOST_ON_THAI and all(first <= ord(mark) <= last for mark in marks)


def _goes_on_letter(char: str) -> bool:
    """Whether a character joins the one before it, in this form or in a normal one."""
    if char.isascii():
        return False
    first = unicodedata.normalize("NFKC", char)[:1]
    return unicodedata.category(char)[0] == "M" or unicodedata.combining(first or char) > 0


def _is_overlooked(char: str) -> bool:
    return is_mark(char) and ord(char) not in _KEPT and _is_within(char)


def _is_within(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _MAY_BE_OVERLOOKED)

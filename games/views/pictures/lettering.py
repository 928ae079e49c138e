"""Letters on pictures: how large a text may be so that it fits, without measuring a font."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

_OWN_FONT = ((0x0000, 0x058F), (0x1E00, 0x22FF))
"""Latin, Greek and Cyrillic letters, and signs that stand with them: the font that we bring."""


class Line(NamedTuple):
    """A text and the size of its letters, in pixels."""

    text: str
    size: int


def fitted(text: str, width: float, *, largest: int, smallest: int) -> Line:
    """Return `text` as large as fits into `width` pixels; cut, with an ellipsis, at the smallest.

    Widths are estimated, on the wide side.
    """
    size = min(largest, int(width / max(_ems(text), 1)))
    if size >= smallest:
        return Line(text, size)
    kept = text
    while kept and _ems(kept + "…") * smallest > width:
        kept = kept[:-1]
    return Line(kept.rstrip() + "…", smallest)


def needs_other_fonts(text: str) -> bool:
    """Return whether some of its letters are not in the font that we bring."""
    return not all(any(low <= ord(char) <= high for low, high in _OWN_FONT) for char in text)


def _ems(text: str) -> float:
    return sum(_em(char) for char in text)


def _em(char: str) -> float:
    """How wide a bold letter is, in sizes of the font."""
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 1
    if char in "MWmw@ЖШЩЮжшщюфыФЫ":
        return 0.93
    return 0.33 if char in " .,:;'’!|iIjlíìï" else 0.6

"""A Kingdom, a score sheet: text in columns that line up."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from games.rules.cards import SIDE, SQUARES
from games.rules.visibility import FACE_DOWN

DOWN = "\N{MIDDLE DOT}"
COLUMN = 14  # the widest a column of a table gets in a mail


def kingdom_text(cells: Sequence[str]) -> str:
    """Return 16 cells in reading order as four lines under a line of letters."""
    rows = [["", *(square[0] for square in SQUARES[:SIDE])]]
    for row in range(SIDE):
        start = row * SIDE
        letters = (_letter(cell) for cell in cells[start : start + SIDE])
        rows.append([str(row + 1), *letters])
    return "\n".join("  " + "  ".join(f"{cell:1}" for cell in row).rstrip() for row in rows)


def table_text(rows: Sequence[Sequence[str]], *, most: int = COLUMN) -> str:
    """Return a table whose first column stands at the left, the others at the right.

    What is wider than `most` is cut short; 0: nothing is.
    """
    cut = [[_cut(cell, most) if most else cell for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cut, strict=True)]
    lines = []
    for first, *others in cut:
        line = first + " " * (widths[0] - width(first))
        for cell, wide in zip(others, widths[1:], strict=True):
            line += "  " + " " * (wide - width(cell)) + cell
        lines.append("  " + line.rstrip())
    return "\n".join(lines)


def width(text: str) -> int:
    """Return how many columns `text` takes: signs of East Asia two, marks on others none."""
    return sum(_sign_width(sign) for sign in text)


def _sign_width(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _cut(text: str, most: int) -> str:
    if width(text) <= most:
        return text
    while width(text) >= most:
        text = text[:-1]
    return text.rstrip() + "…"


def _letter(cell: str) -> str:
    return DOWN if cell == FACE_DOWN else cell

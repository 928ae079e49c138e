"""The Kingdom cards and the squares they lie on."""

from __future__ import annotations

TERRAINS = "PFMS"  # Plain, Forest, Mountain, Marsh
TRIBES = "HEDG"  # Human, Elf, Dwarf, Goblin
PORTAL = "O"
DRAGON = "R"
KINDS = TERRAINS + TRIBES + PORTAL + DRAGON
"""The ten kinds as letters, in the order of RULES *Chance that can be checked*."""

SIDE = 4
SQUARES = tuple(column + row for row in "1234" for column in "abcd")
"""Names of the squares by index: reading order, a1 top left to d4 bottom right."""

SQUARE_INDEX = {name: index for index, name in enumerate(SQUARES)}
CENTRE = tuple(SQUARE_INDEX[name] for name in ("b2", "c2", "b3", "c3"))
OUTER = tuple(index for index in range(len(SQUARES)) if index not in CENTRE)

EVERYWHERE = (1 << len(SQUARES)) - 1
"""A set of squares is an integer with bit i set for square i; this one holds all of them."""


def squares_in(squares: int) -> tuple[int, ...]:
    """The indices in a set of squares, ascending."""
    return _UPPER_HALF[squares & 255] + _LOWER_HALF[squares >> 8]


_UPPER_HALF, _LOWER_HALF = (
    [tuple(square + shift for square in range(8) if half >> square & 1) for half in range(256)]
    for shift in (0, 8)
)

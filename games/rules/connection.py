"""Which squares of a Kingdom are connected: side by side, or through Portals.

A set of squares is 16 bits. A set of pairs of squares is 120 bits, one for each pair, so that
"how many pairs of an Elf and a Forest are connected" is two ANDs and a count of bits:
`(pairs & TOUCHING[elves] & TOUCHING[forests]).bit_count()`. Both tables fill themselves as sets
of squares come up.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from .cards import EVERYWHERE, SIDE, SQUARES, squares_in


class Links(NamedTuple):
    """What is connected with Portals on given squares (Portals themselves never are)."""

    neighbours: tuple[int, ...]  # by square, the set of squares connected to it
    pairs: int  # the same as a set of pairs


def _side_by_side(square: int) -> int:
    column, row = square % SIDE, square // SIDE
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return sum(1 << y * SIDE + x for x, y in around if 0 <= x < SIDE and 0 <= y < SIDE)


ADJACENT = tuple(_side_by_side(square) for square in range(len(SQUARES)))

_PAIRS = tuple(combinations(range(len(SQUARES)), 2))
_PAIRS_OF = tuple(
    sum(1 << number for number, pair in enumerate(_PAIRS) if square in pair)
    for square in range(len(SQUARES))
)


class _Touching(dict[int, int]):
    def __missing__(self, squares: int) -> int:
        pairs = 0
        for square in squares_in(squares):
            pairs |= _PAIRS_OF[square]
        self[squares] = pairs
        return pairs


TOUCHING = _Touching()
"""By set of squares: the pairs with at least one end in it.

For two sets without a common square, the AND of both is the set of pairs from one to the other.
"""


class _Inside(dict[int, int]):
    def __missing__(self, squares: int) -> int:
        pairs = self[squares] = TOUCHING[EVERYWHERE] & ~TOUCHING[EVERYWHERE & ~squares]
        return pairs


INSIDE = _Inside()
"""By set of squares: the pairs with both ends in it."""


def _shores(portals: int) -> list[int]:
    """For each group of Portals that share sides, the squares around it."""
    shores = []
    while portals:
        group, grown = 0, portals & -portals
        while grown != group:
            group = grown
            for square in squares_in(group):
                grown |= ADJACENT[square] & portals
        around = 0
        for square in squares_in(group):
            around |= ADJACENT[square]
        shores.append(around & ~group)
        portals &= ~group
    return shores


class _Links(dict[int, Links]):
    def __missing__(self, portals: int) -> Links:
        neighbours = [
            0 if portals >> square & 1 else ADJACENT[square] & ~portals
            for square in range(len(SQUARES))
        ]
        for shore in _shores(portals):
            for square in squares_in(shore):
                neighbours[square] |= shore & ~(1 << square)
        pairs = sum(1 << number for number, (a, b) in enumerate(_PAIRS) if neighbours[a] >> b & 1)
        links = self[portals] = Links(tuple(neighbours), pairs)
        return links


LINKS = _Links()
"""By the squares with Portals: what is connected."""

ADJACENT_PAIRS = LINKS[0].pairs
"""Pairs of squares that share a side: all that connects a Goblin with a Terrain or a Goblin."""

"""A Kingdom: sixteen cards, face up or face down, with the sets of squares that scoring needs."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import CENTRE, DRAGON, EVERYWHERE, KINDS, PORTAL, SIDE, SQUARES
from .connection import LINKS
from .errors import RulesError

KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
_PORTAL = KIND_NUMBER[PORTAL]
_DRAGON = KIND_NUMBER[DRAGON]
_NUMBER_ON_CELL = {**{kind.lower(): -1 for kind in KINDS}, **KIND_NUMBER}
_BITS = tuple(1 << square for square in range(len(SQUARES)))


class Kingdom:
    """Sixteen cards in reading order, changed in place by the moves of its owner.

    `cells` holds letters, upper case face up, lower case face down; change them only through the
    methods, which keep the rest in step:
    `up` the squares of the face-up cards by kind (order of KINDS), `down` the squares of the
    face-down cards, `pairs` the connected pairs of squares (face-up Portals alone carry).
    """

    __slots__ = ("cells", "down", "fulfilled", "pairs", "up")

    def __init__(self, cells: Sequence[str]) -> None:
        self.cells = list(cells)
        self.up = [0] * len(KINDS)
        self.down = 0
        self.fulfilled: frozenset[str] | None = None
        for bit, cell in zip(_BITS, self.cells, strict=True):
            number = _NUMBER_ON_CELL[cell]
            if number < 0:
                self.down |= bit
            else:
                self.up[number] |= bit
        self.pairs = LINKS[self.up[_PORTAL]].pairs

    @classmethod
    def parse(cls, rows: object) -> Kingdom:
        """Read four strings of four letters, row 1 first; raises kingdom-malformed."""
        if not isinstance(rows, list | tuple) or len(rows) != SIDE:
            raise RulesError("kingdom-malformed")
        for row in rows:
            if not isinstance(row, str) or len(row) != SIDE or not _NUMBER_ON_CELL.keys() >= {*row}:
                raise RulesError("kingdom-malformed")
        return cls("".join(rows))

    def rows(self) -> list[str]:
        """Four strings of four letters, row 1 first."""
        text = "".join(self.cells)
        return [text[start : start + SIDE] for start in range(0, len(text), SIDE)]

    def copy(self) -> Kingdom:
        """An equal Kingdom that shares nothing with this one."""
        twin = Kingdom.__new__(Kingdom)
        twin.cells = self.cells[:]
        twin.up = self.up[:]
        twin.down = self.down
        twin.fulfilled = self.fulfilled
        twin.pairs = self.pairs
        return twin

    def place(self, square: int, kind: str) -> str:
        """Replace the card on a square, not a locked one; returns the kind of the freed card."""
        freed, bit, up = self.cells[square], _BITS[square], self.up
        if self.down & bit:
            self.down ^= bit
            freed = freed.upper()
        else:
            up[KIND_NUMBER[freed]] ^= bit
        self.cells[square] = kind
        self.fulfilled = None
        up[KIND_NUMBER[kind]] |= bit
        if kind == PORTAL:
            self.pairs = LINKS[up[_PORTAL]].pairs
        return freed

    def reveal(self, square: int) -> str:
        """Turn up the face-down card on a square; returns its kind."""
        return self.place(square, self.cells[square].upper())

    def reveal_all(self) -> None:
        """Turn up every card."""
        if self.down:
            Kingdom.__init__(self, "".join(self.cells).upper())

    def arrange(self, kinds: Sequence[str]) -> None:
        """Lay four face-up cards on b2 c2 b3 c3."""
        cells = self.cells[:]
        for square, kind in zip(CENTRE, kinds, strict=True):
            cells[square] = kind
        Kingdom.__init__(self, cells)

    def centre(self) -> str:
        """The kinds on b2 c2 b3 c3."""
        return "".join(self.cells[square] for square in CENTRE).upper()

    def open_to(self, kind: str) -> int:
        """The squares on which a card of this kind may be placed (RULES *A turn*)."""
        up = self.up
        return EVERYWHERE ^ (up[_PORTAL] | up[_DRAGON] | up[KIND_NUMBER[kind]])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kingdom) and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]  # it changes in place

    def __repr__(self) -> str:
        return f"Kingdom({self.rows()})"

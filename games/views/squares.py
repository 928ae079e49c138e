"""One square of a Kingdom, as it looks and as it is named."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rules.cards import SQUARES
from games.rules.visibility import FACE_DOWN
from games.words import kind_name


class Square(NamedTuple):
    """Everything that decides how a square is drawn."""

    square: int  # 0–15, reading order
    kind: str  # letter, small for a card that lies face down in the open, or FACE_DOWN
    own: bool = False  # in the large Kingdom
    form: str = ""  # id of the form it belongs to as a button; "": not legal, no button
    value: str = ""  # what the button sends
    chosen: bool = False
    card: str = ""  # the card that would come here, when chosen
    changed: bool = False  # since the reader's last turn
    locked: bool = False

    @property
    def name(self) -> str:
        """Column and row, as b3."""
        return SQUARES[self.square]

    @property
    def picture(self) -> str:
        """The picture's id in the sprite."""
        return picture_of(self.card or self.kind)

    @property
    def under(self) -> str:
        """The picture of the card that would come off; empty when none would."""
        return picture_of(self.kind) if self.card else ""

    @property
    def sends(self) -> str:
        """The name under which the button sends its value."""
        return "detail" if self.form == "swap" else "square"

    @property
    def look(self) -> str:
        """The classes."""
        marks = [name for name in ("chosen", "changed", "down") if getattr(self, name)]
        return " ".join(["square", *marks])

    @property
    def down(self) -> bool:
        """Whether it lies face down though its kind is shown."""
        return self.kind.islower()

    @property
    def explained(self) -> str:
        """The letter of what the card does."""
        return self.kind.upper()

    @property
    def label(self) -> str:
        """Place, kind and state in words."""
        if self.kind == FACE_DOWN:
            parts = [_("%(square)s, Unexplored Territory, face down") % {"square": self.name}]
        else:
            up, down = _("%(square)s, %(kind)s, face up"), _("%(square)s, %(kind)s, face down")
            pattern = down if self.down else up
            parts = [pattern % {"square": self.name, "kind": kind_name(self.explained)}]
        if self.locked:
            parts.append(_("locked"))
        if self.card:
            parts.append(_("chosen: %(kind)s goes here") % {"kind": kind_name(self.card)})
        elif self.chosen:
            parts.append(_("chosen"))
        if self.changed:
            parts.append(_("changed"))
        return ", ".join(parts)


def picture_of(kind: str) -> str:
    """Return the id in the sprite of a kind's picture, or of the back for FACE_DOWN."""
    return "card-back" if kind == FACE_DOWN else f"kind-{kind.upper()}"

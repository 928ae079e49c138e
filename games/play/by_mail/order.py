"""What a mail can order, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypedDict

MOST_ORDERS = 12
"""A mail with more is read so far; no turn needs as many."""
LONGEST_TEXT = 60
"""So many characters of what was written are kept, to be told in the answer."""

MOVES = ("draw", "keep", "reveal", "take", "claim", "pass", "ready", "arrange", "swap")
RESIGN = "resign"
UNREAD = ""
"""The verb of what begins like an order, or stands among orders, and is none."""


@dataclass(frozen=True, slots=True)
class Order:
    """One order as its author wrote it.

    `verb` is one of MOVES, RESIGN or UNREAD. `squares` are 0–15: one for keep, reveal and take, two
    for swap. `detail` is the id of a Legend, or the four letters to lie on b2 c2 b3 c3. `kind` is
    the letter of the card that its author named with keep, reveal or take ("take Elf a4"); "" if
    none. `code` and `params` say what is wrong with an UNREAD one, as a PlayError does.
    """

    text: str  # printable, at most LONGEST_TEXT characters
    verb: str
    squares: tuple[int, ...] = ()
    detail: str = ""
    kind: str = ""
    code: str = ""
    params: dict[str, str] = field(default_factory=dict)


class Told(TypedDict):
    """What came of one order, as `ReceivedMail.orders` holds it.

    `move` is the number of the move that it made, None when it made none. `code` and `params` are
    those of the refusal; both empty for a done one, and for one that was not tried because one
    before it was wrong. Only a needless `pass` has both: the move that ended the turn, and a code.
    """

    text: str
    move: int | None
    code: str
    params: dict[str, Any]

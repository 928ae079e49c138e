"""Orders that what follows takes back, or leaves open: "take a4, or b1", "draw. No, wait."."""

from __future__ import annotations

from collections.abc import Sequence

from games.play.by_mail.order import UNREAD, Order

from .pieces import Piece
from .splitting import pieces_of
from .vocabulary import LONGEST_PHRASE, Vocabulary
from .wrapping import is_long

CODE = "order-doubt"


def doubted(orders: Sequence[Order]) -> list[Order]:
    """Return orders of which the last one is in doubt."""
    if not orders or orders[-1].verb == UNREAD:
        return [*orders]
    last = Order(orders[-1].text, UNREAD, code=CODE)
    return [*orders[:-1], last]


def before_doubt(pieces: Sequence[Piece], found: Sequence[Order | None]) -> list[Order]:
    """Return the orders up to the one that a piece which is none leaves open; [] if none does."""
    for at, (piece, order) in enumerate(zip(pieces, found, strict=True)):
        if order is None and piece.known.is_doubtful(piece.words):
            return doubted([each for each in found[:at] if each is not None])
    return []


def casts_doubt(line: str, known: Vocabulary, *, directly: bool) -> bool:
    """Return whether prose in a line below orders begins with doubt.

    Below an empty line only a short one does: long ones stand in what companies write below mails.
    """
    if is_long(line) and not directly:
        return False
    words = [word for piece in pieces_of(line, known)[:1] for word in piece.words]
    return any(known.is_doubtful(words[:length]) for length in range(1, LONGEST_PHRASE + 1))

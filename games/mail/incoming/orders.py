"""What a mail orders: the first lines of its text that are orders.

A line may hold several, with commas and the like between them. Prose before them and all after them
is passed over; what stands among orders, or begins like one, and is none comes as UNREAD with a
reason. A sentence in which an order is but a word is prose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.order_words import BOARD, HELP
from games.play.by_mail.order import MOST_ORDERS, UNREAD, Order

from .pieces import WANTS, Piece, order_in, unread
from .splitting import pieces_of
from .vocabulary import Vocabulary, plain, tokens_of, vocabulary

_MOST_TEXT = 20_000  # characters that are looked at
_MOST_LINES = 500
_MOST_PIECES = 2 * MOST_ORDERS
_LONGEST_LINE = 600  # characters; a longer one is prose
_QUOTED = ">"
_BULLET = re.compile(r"(?:[-*•·‣–—#\s]+|\(?\d{1,2}[.):]\s*)")
_SENTENCE = re.compile(r"[^.!?。]+[.!?。]*")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a mail orders, and what it asks for beside that: "", "help" or "board".

    `alone` says that orders are all that stands in it: no prose and no wants, courtesies at most.
    """

    orders: tuple[Order, ...] = ()
    wants: str = ""
    alone: bool = False


def read_orders(text: str) -> Reading:
    """Return the orders of a mail without what it quotes, in the active language or in English.

    Never raises; takes time by the length of the text.
    """
    known, found = vocabulary(), list[Order]()
    lines = text[:_MOST_TEXT].splitlines()
    alone = len(text) <= _MOST_TEXT and len(lines) <= _MOST_LINES
    for line in lines[:_MOST_LINES]:
        said = plain(line)
        if not said:
            continue
        orders, whole = _orders_of(said, known)
        found += orders
        alone = alone and whole
        if found and not whole:
            break
    asked = {order.verb for order in found}
    orders = [order for order in found if order.verb not in WANTS]
    wants = HELP if HELP in asked else BOARD if BOARD in asked else ""
    return Reading(tuple(orders[:MOST_ORDERS]), wants, alone and bool(orders) and not wants)


def _orders_of(line: str, known: Vocabulary) -> tuple[list[Order], bool]:
    """Return the orders that a line begins with, and whether it holds nothing else."""
    if len(line) > _LONGEST_LINE or line.startswith(_QUOTED):
        return [], False
    if line.strip(" \"'") == "?":
        return [Order("?", HELP)], True
    bullet = _BULLET.match(line)
    said = line[bullet.end() :] if bullet else line
    orders: list[Order] = []
    for sentence in _SENTENCE.findall(said):
        if not tokens_of(sentence):
            continue
        found, whole = ([], False) if "?" in sentence else _sentence(sentence, known)
        orders += found
        if not whole:
            return orders, False
    return orders, True


def _sentence(sentence: str, known: Vocabulary) -> tuple[list[Order], bool]:
    """Return the orders of a sentence, and whether it holds nothing else; none if it is prose."""
    pieces = pieces_of(sentence, known)
    if len(pieces) > _MOST_PIECES:
        return [], False
    found = [order_in(piece) for piece in pieces]
    if any(order is not None and order.verb != UNREAD for order in found):
        return _among_others(pieces, found)
    all_alike = [order for order in found if order is not None]
    return (all_alike, True) if len(all_alike) == len(pieces) else ([], not pieces)


def _among_others(
    pieces: Sequence[Piece], alone: Sequence[Order | None]
) -> tuple[list[Order], bool]:
    """Return the same where one at least can be read: prose after that says nothing against it.

    But a word like "draw" counts only where no prose stands in its sentence.
    """
    found = [
        order or order_in(piece, among=True) for piece, order in zip(pieces, alone, strict=True)
    ]
    last = max(index for index, order in enumerate(found) if order is not None) + 1
    certain = last == len(found) or any(
        order and (order.squares or order.detail) for order in found
    )
    if found[0] is None or not certain:
        return [], False
    orders = [
        order or unread(piece, "order-unknown")
        for piece, order in zip(pieces[:last], found[:last], strict=True)
    ]
    return orders, last == len(found)

"""What a mail orders: the first lines of its text that are orders.

A line may hold several, with commas and the like between them. Prose before them and all after them
is passed over, and so is what goes on from a line of prose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.order_words import BOARD, HELP
from games.play.by_mail.order import MOST_ORDERS, UNREAD, Order

from .halves import joined
from .pieces import WANTS
from .sentences import has_aside, orders_of
from .vocabulary import Vocabulary, plain, vocabulary, words_of

_MOST_TEXT = 20_000  # characters that are looked at
_MOST_LINES = 500
_WRAPPED = 40  # characters; where a line of prose is shorter, its author has ended it
_ENDED = re.compile(r"[.!?:;…。！？：)\]]\W*$")
_IN_A_LIST = re.compile(r"[-*•·‣]\s")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a mail orders, and what it asks for beside that: "", "help" or "board".

    `alone` says that orders are all that stands in it: no prose and no wants, courtesies at most.
    """

    orders: tuple[Order, ...] = ()
    wants: str = ""
    alone: bool = False


def read_orders(text: str, *, name: str = "") -> Reading:
    """Return the orders of a mail without what it quotes, in the active language or in English.

    `name` is that of its author, who may sign with it. Never raises; takes time by the length of
    the text.
    """
    known, found = vocabulary(name), list[Order]()
    lines = [plain(line) for line in text[:_MOST_TEXT].splitlines()]
    alone = len(text) <= _MOST_TEXT and len(lines) <= _MOST_LINES
    above = ""  # prose that the line may go on from
    closes = True  # what stands above the line
    for line in lines[:_MOST_LINES]:
        if not line:
            above, closes = "", True
            continue
        if above and _goes_on(above, line, known):
            above = above if _IN_A_LIST.match(above) else line
            alone = False
            continue
        orders, whole = orders_of(line, known)
        if found and closes and _is_name(line, orders):
            orders, whole = [], False
        found += orders
        alone = alone and whole and not has_aside(line)
        if found and not whole:
            break
        above, closes = "" if whole else line, not orders
    found = joined(found)
    asked = {order.verb for order in found}
    ordered = [order for order in found if order.verb not in WANTS]
    wants = HELP if HELP in asked else BOARD if BOARD in asked else ""
    return Reading(tuple(ordered[:MOST_ORDERS]), wants, alone and bool(ordered) and not wants)


def _goes_on(above: str, line: str, known: Vocabulary) -> bool:
    """Return whether a line directly below one of prose is the rest of its sentence."""
    if _IN_A_LIST.match(above):
        return not _IN_A_LIST.match(line)
    greets = above.endswith(",") and words_of(above)[:1] in known.courtesies
    return len(above) >= _WRAPPED and not _ENDED.search(above) and not greets


def _is_name(line: str, orders: Sequence[Order]) -> bool:
    """Return whether what looks like a misspelt word, below orders, is how their author signs."""
    misspelt = len(orders) == 1 and orders[0].verb == UNREAD
    return misspelt and line.isalpha() and line[:1].isupper() and orders[0].code == "order-unknown"

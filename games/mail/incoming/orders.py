"""What a mail orders: the first lines of its text that are orders.

A line may hold several, with commas and the like between them. Prose before them and all after them
is passed over, and so is what goes on from a line of prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.order_words import BOARD, HELP
from games.play.by_mail.order import MOST_ORDERS, UNREAD, Order

from .doubts import casts_doubt, doubted
from .halves import joined
from .pieces import WANTS
from .sentences import has_aside, orders_of
from .vocabulary import plain, vocabulary
from .wrapping import goes_on, prose_above

_MOST_TEXT = 20_000  # characters that are looked at
_MOST_LINES = 500


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
    went_on = False  # it is the rest of a sentence itself
    apart = False  # an empty line stands above it
    for line in lines[:_MOST_LINES]:
        if not line:
            above, closes, apart = "", True, True
            continue
        went_on = bool(above) and goes_on(above, line, known, went_on=went_on)
        if went_on:
            above, alone = prose_above(above, line), False
            continue
        orders, whole = orders_of(line, known)
        if found and closes and _is_name(line, orders):
            orders, whole = [], False
        found += orders
        alone = alone and whole and not has_aside(line)
        if found and not whole:
            doubts = not orders and casts_doubt(line, known, directly=not apart)
            found = doubted(found) if doubts else found
            break
        above, closes, apart = "" if whole else line, not orders, False
    found = joined(found)
    asked = {order.verb for order in found}
    ordered = [order for order in found if order.verb not in WANTS]
    wants = HELP if HELP in asked else BOARD if BOARD in asked else ""
    return Reading(tuple(ordered[:MOST_ORDERS]), wants, alone and bool(ordered) and not wants)


def _is_name(line: str, orders: Sequence[Order]) -> bool:
    """Return whether what looks like a misspelt word, below orders, is how their author signs."""
    misspelt = len(orders) == 1 and orders[0].verb == UNREAD
    return misspelt and line.isalpha() and line[:1].isupper() and orders[0].code == "order-unknown"

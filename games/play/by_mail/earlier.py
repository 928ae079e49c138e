"""The mails that came for one turn of one seat before, and what they leave room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import takewhile
from typing import Any, NamedTuple

from games.models import ReceivedMail, Seat

from .noting import TOLD_ONCE
from .trying import ASKS_BACK

MOST_FRUITLESS = 10
"""So many mails of a turn that were in vain are answered, so many that ask for something, and so
many that resign: two programs which answer each other come to an end whatever the other one does,
and nobody is kept from resigning by what else they wrote."""
MOST_MAILS = 60
"""So many mails of a turn are looked at: no turn needs as many, though cards can be laid out again
and again while arranging."""


class Sort(Enum):
    """What a mail came to; each sort has its own limit."""

    PLAYED = "it did something"
    ASKED = "it asked for the orders or the position, and for nothing else"
    RESIGNING = "it was asked back whether its author resigns, and nothing else was in it"
    IN_VAIN = "nothing of it was done"


class Earlier(NamedTuple):
    """What is known of them."""

    asking: tuple[int, ...]  # the latest ones, all of which asked to resign and were asked back
    may_act: bool  # whether one more is looked at
    counts: Counter[Sort]

    def is_answered(self, sort: Sort) -> bool:
        """Return whether one more of this sort is answered."""
        return sort == Sort.PLAYED or self.counts[sort] < MOST_FRUITLESS

    def is_last(self, sort: Sort) -> bool:
        """Return whether one more of this sort is the last that is answered."""
        return sort != Sort.PLAYED and self.counts[sort] == MOST_FRUITLESS - 1


def look_at_earlier(seat: Seat, turn: str) -> Earlier:
    """Return what mails of a turn leave room for: one query, of few rows.

    Those of which it is not known who wrote them count for nothing.
    """
    rows = ReceivedMail.objects.filter(seat=seat, turn=turn).exclude(why__in=TOLD_ONCE)
    mails = list(rows.order_by("pk").values("pk", "orders", "why", "wants", "asks_to_resign"))
    return Earlier(
        asking=tuple(each["pk"] for each in takewhile(_asks_to_resign, reversed(mails))),
        may_act=len(mails) < MOST_MAILS,
        counts=Counter(sort_of(each["orders"], each["why"], each["wants"]) for each in mails),
    )


def _asks_to_resign(mail: Mapping[str, Any]) -> bool:
    return bool(mail["asks_to_resign"])


def sort_of(orders: Sequence[Mapping[str, Any]], why: str, wants: str) -> Sort:
    """Return what a mail came to, by what is kept of it; `orders` as `Told`."""
    if any(order["move"] is not None for order in orders):
        return Sort.PLAYED
    if wants and not orders and not why:
        return Sort.ASKED
    asks = [order["code"] for order in orders] == [ASKS_BACK]
    return Sort.RESIGNING if asks and not wants else Sort.IN_VAIN

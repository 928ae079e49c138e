"""Orders that come in two pieces: "take the Discard and place it on a4" is "take a4"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.order_words import DISCARD, example
from games.play.by_mail.order import LONGEST_TEXT, UNREAD, Order

from .pieces import TAKE_DISCARD

_WHOLE = {TAKE_DISCARD: ("keep", "take"), DISCARD: ("reveal", "reveal")}
"""What follows each half, and what both are together."""


def joined(orders: Sequence[Order]) -> list[Order]:
    """Return orders in which halves are one with what follows them, or say what they lack."""
    found: list[Order] = []
    for order in orders:
        half = found[-1] if found and found[-1].verb in _WHOLE else None
        if half is None or order.verb != _WHOLE[half.verb][0]:
            found.append(order)
            continue
        text = f"{half.text}, {order.text}"[:LONGEST_TEXT].strip()
        verb = _WHOLE[half.verb][1]
        found[-1] = replace(order, text=text, verb=verb, kind=order.kind or half.kind)
    return [_lacking(order) if order.verb in _WHOLE else order for order in found]


def _lacking(half: Order) -> Order:
    whole = {"order": example(_WHOLE[half.verb][1])}
    return Order(half.text, UNREAD, code="order-where", params=whole)

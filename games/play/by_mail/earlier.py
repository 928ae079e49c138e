"""The mails that came for one turn of one seat before, and what they leave room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.models import ReceivedMail, Seat

from .noting import TOLD_ONCE

MOST_FRUITLESS = 10
"""So many mails of a turn that did nothing are answered, so that two programs which answer each
other come to an end whatever the other one does."""
MOST_MAILS = 60
"""So many mails of a turn are looked at: no turn needs as many, though cards can be laid out again
and again while arranging."""


class Earlier(NamedTuple):
    """What is known of them."""

    asked_to_resign: bool  # the latest one did, and was asked back
    may_be_fruitless: bool  # whether one more that does nothing is answered
    may_act: bool  # whether one more is looked at


def look_at_earlier(seat: Seat, turn: str) -> Earlier:
    """Return what mails of a turn leave room for: one query, of few rows.

    Those of which it is not known who wrote them count for nothing.
    """
    rows = ReceivedMail.objects.filter(seat=seat, turn=turn).exclude(why__in=TOLD_ONCE)
    mails = list(rows.order_by("pk").values_list("orders", "asks_to_resign"))
    fruitless = sum(not _did_something(orders) for orders, _asks in mails)
    return Earlier(
        asked_to_resign=bool(mails) and mails[-1][1],
        may_be_fruitless=fruitless < MOST_FRUITLESS,
        may_act=len(mails) < MOST_MAILS,
    )


def _did_something(orders: Sequence[dict[str, Any]]) -> bool:
    return any(order["move"] is not None for order in orders)

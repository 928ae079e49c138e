"""The one answer to a mail that came in, posted in the transaction of what it did."""

from __future__ import annotations

from datetime import datetime

from accounts import outbox
from games.models import ReceivedMail, Seat

ANSWER = "answer"
"""The kind of notice that answers a mail; it says what came of it, and what can be done now."""


def key_of(received: int) -> str:
    """Return the key of the notice that answers the mail of this primary key."""
    return f"{ANSWER}:{received}"


def post_answer(received: ReceivedMail, seat: Seat, now: datetime) -> None:
    """Post the answer to a mail in the caller's transaction."""
    outbox.post(
        key=key_of(received.pk),
        user_id=received.user_id,
        kind=ANSWER,
        payload={"game": seat.game_id, "seat": seat.number, "received": received.pk},
        now=now,
    )

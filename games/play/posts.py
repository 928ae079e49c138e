"""Notices about a game as they are posted: to whom, and with which ids in them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.outbox import Post
from games.models import Game, Seat


def readers(game: Game, seats: Iterable[Seat]) -> list[Seat]:
    """Return whom of `seats` mails may go to; without a clock nobody waits, and none is sent."""
    if game.turn_seconds is None:
        return []
    return [seat for seat in seats if seat.user is not None and seat.user.email]


def post_for(
    game: Game,
    seat: Seat,
    kind: str,
    key: str,
    *,
    not_before: datetime | None = None,
    who: int | None = None,
    before: int | None = None,
) -> Post:
    """Return a notice to `seat` about `game`, of ids alone: `who`, a seat; seconds `before`."""
    payload = {"game": game.pk, "seat": seat.number, "turn": game.turn_number}
    more = {"who": who, "before": before}
    payload |= {name: value for name, value in more.items() if value is not None}
    return Post(key, seat.user_id, kind, payload, not_before)

"""What is told of a table before its game: to its host, to those who sit there, did, or may."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import User
from accounts.outbox import Post, post_all, postpone, revive
from games.models import Game, Seat

from .posts import post_for, readers

WARNING = timedelta(hours=48)
"""An open table's host is warned so long before it expires."""


def table_opened(game: Game, now: datetime) -> None:
    """A table waits for players: its host is warned before it expires."""
    if game.host is None or not game.host.email:
        return
    if game.turn_seconds is None or game.deadline is None:
        return
    key = f"{_warning_key(game)}{game.version}"
    warn_at = game.deadline - WARNING
    post_all([Post(key, game.host.pk, "table-expiring", {"game": game.pk}, warn_at)], now=now)


def table_renewed(game: Game, now: datetime) -> None:
    """A table waits anew or has another host, who is warned then; it has one warning to come."""
    if game.host is not None and game.deadline is not None:
        warn_at = game.deadline - WARNING
        if not postpone(game.host.pk, _warning_key(game), not_before=warn_at):
            table_opened(game, now)


def table_expired(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Nobody came: tell those who sit there."""
    post_all(
        (
            post_for(game, seat, "table-expired", f"table-expired:{game.pk}:{seat.number}")
            for seat in readers(game, seats)
        ),
        now=now,
    )


def rematch_offered(rematch: Game, people: Sequence[User], now: datetime) -> None:
    """Somebody asks for a rematch: tell the others, once a day, whatever comes of the tables.

    The mail looks for the table that is open when it is sent.
    """
    if rematch.turn_seconds is None:
        return
    before = rematch.rematch_of_id
    keys = {user.pk: f"rematch:{before}:{user.pk}:{now:%Y-%m-%d}" for user in people if user.email}
    revive(keys.values(), now=now)
    post_all(
        (Post(key, user, "rematch", {"rematch_of": before}) for user, key in keys.items()), now=now
    )


def removed(game: Game, seat: Seat, now: datetime) -> None:
    """The host sent somebody away before the start."""
    post_all(
        (
            Post(f"removed:{game.pk}:{each.user_id}", each.user_id, "removed", {"game": game.pk})
            for each in readers(game, [seat])
        ),
        now=now,
    )


def _warning_key(game: Game) -> str:
    """Return what the keys of the warnings of a table to its host begin with."""
    return f"table-expiring:{game.pk}:{game.host_id}:"

"""What a table offers once its game is over: ratings, a rematch, and all ways to look back."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.play.rematch import rematch_of
from games.play.storage import Table

from .once_over import after_stamp, is_followed, rematch_stamp
from .rating_changes import rating_changes
from .rematch_offer import rematch_offer
from .requests import PageRequest


def after_game(request: PageRequest, table: Table, *, number: int | None) -> dict[str, Any]:
    """Return what only a game that is over has, for seat `number` (None: a watcher).

    `followed` is whether the page goes on asking what is new, `after` the stamp it does so with.
    """
    game = table.game
    changes = rating_changes(game, table.seats, mine=number)
    if number is None or request.user.is_anonymous:
        return {"rating_changes": changes, "rematch": None, "followed": False, "after": ""}
    rematch = rematch_of(game)
    key, status, version = (
        (rematch.pk, rematch.status, rematch.version) if rematch else (None, None, None)
    )
    return {
        "rating_changes": changes,
        "rematch": rematch_offer(table.seats, request.user, rematch),
        "followed": is_followed(game.ended_at, status, timezone.now()),
        "after": after_stamp(
            counted=changes is not None and bool(changes.rows),
            rematch=rematch_stamp(key, status, version),
        ),
    }

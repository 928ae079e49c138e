"""What a table offers once its game is over: ratings, a rematch, and all ways to look back."""

from __future__ import annotations

from typing import Any

from games.play.storage import Table

from .rating_changes import rating_changes
from .rematch_offer import rematch_offer
from .requests import PageRequest


def after_game(request: PageRequest, table: Table) -> dict[str, Any]:
    """Return the context of `templates/games/_after.html`."""
    reader = request.user if request.user.is_authenticated else None
    return {
        "rating_changes": rating_changes(table.game, table.seats),
        "rematch": rematch_offer(table.game, table.seats, reader),
    }

"""Games that follow what became of a person, each once; those that cannot do later, alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import wraps

from accounts.models import Sanction
from games.models import Game
from games.play.batches import attempt


def left_behind(
    work: Callable[[int, datetime], bool],
    games: Iterable[int],
    before: Collection[int],
    now: datetime,
) -> list[int]:
    """Do `work` on games; return the keys of those with which it failed, or that are stuck.

    Where the game is gone, or the sanction that it was to follow, nothing is left to be done.

    `before`: what an earlier try has returned, if there was one: all others have followed by then.
    """
    due = [game_id for game_id in games if not before or game_id in before]
    stuck = set(Game.objects.filter(pk__in=due, stuck_until__gt=now).values_list("pk", flat=True))

    @wraps(work)
    def unless_gone(game_id: int, now: datetime) -> bool:
        try:
            return work(game_id, now)
        except (Game.DoesNotExist, Sanction.DoesNotExist):  # deleted at this moment
            return True

    return [
        game_id for game_id in due if game_id in stuck or not attempt(unless_gone, game_id, now)
    ]

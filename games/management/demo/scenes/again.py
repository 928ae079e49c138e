"""Games that are to be played once more."""

from __future__ import annotations

from datetime import timedelta

from games.management.demo.moments import numbered
from games.management.demo.stage import Stage
from games.management.demo.strategies import to_the_end
from games.play.invitations import decline
from games.play.rematch import offer

TURNS = 24


def asked(stage: Stage) -> None:
    """One has asked the others for a rematch; of three one has declined."""
    players = 2 + stage.number % 2
    moments = stage.moments("daily", turns=TURNS, last=stage.ago(1, 5))
    moments.latest = stage.now - timedelta(hours=1)
    host, *others = stage.cast.members(players, goes_on=True)
    game = stage.open(host, players, moments, "daily")
    stage.fill(game, others, moments, to_the_end).to_the_end()
    at = numbered(moments.next(0.1), stage.number)
    table = offer(game_id=game.pk, user=host, seed=stage.seed, now=at)
    for user in others[1:]:
        decline(game_id=table.pk, user=user, now=moments.next(0.1))

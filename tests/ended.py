"""Games that have ended: as rows alone, for tests that read many of them, or by resigning."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.models import Game
from games.rules.moves import Move
from games.rules.scoring import CATEGORIES
from tests.builders import NOW, act, make_game

POINTS = (9, 6, 4, 3, 2, 1, -2)
"""Of whoever is first, by category; 23 in all. Those behind have one fewer in each."""


def ended_game(
    *people: User | None,
    ago: int = 0,
    at: datetime | None = None,
    places: tuple[int | None, ...] = (),
    left: str = "",
    rating: tuple[float, float] | None = None,
    **columns: Any,
) -> Game:
    """A game of `people` (None: a bot) that ended so many hours ago, the first of them before all.

    `places` are by seat, None for those of a game without a result; `left` is why the first seat
    went out early, `rating` its mean before and after.
    """
    ended = at or NOW - timedelta(hours=ago)
    places = places or tuple(range(1, len(people) + 1))
    void = None in places
    game = Game.objects.create(
        **{
            "status": Game.Status.VOID if void else Game.Status.OVER,
            "end": "agreed" if void else "explored",
            "record": None if void else {},
            "players": len(people),
            "created_at": ended - timedelta(days=3),
            "started_at": ended - timedelta(days=2),
            "ended_at": ended,
        }
        | columns
    )
    for number, (user, place) in enumerate(zip(people, places, strict=True)):
        points = {} if place is None else dict(zip(CATEGORIES, POINTS, strict=True))
        mine = number == 0
        game.seats.create(
            number=number,
            players=game.players,
            user=user,
            bot="" if user else "random",
            name=user.name if user else "Cedar",
            joined_at=game.created_at,
            left_at=ended if mine and left else None,
            left_why=left if mine else "",
            left_order=0 if mine and left else None,
            place=place,
            ended_at=ended,
            ruleset=game.ruleset,
            rated=game.rated,
            public=game.public,
            **{name: points[name] - (place or 1) + 1 for name in points},
            **_rating(rating if mine else None),
        )
    return game


def _rating(change: tuple[float, float] | None) -> dict[str, float]:
    if change is None:
        return {}
    before, after = change
    return {"mu_before": before, "sigma_before": 8.0, "mu": after, "sigma": 7.9}


def resigned_game(*people: User, **options: Any) -> Game:
    """A game that is over: all but the last have resigned."""
    game = make_game(*people, **options)
    for seat in range(game.players):
        if Game.objects.get(pk=game.pk).is_running:
            act(game, seat, Move("leave", detail="resigned"))
    return Game.objects.get(pk=game.pk)

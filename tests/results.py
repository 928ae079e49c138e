"""Finished games by their rows alone, for tests of what is counted of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.models import Game, Rating, Seat
from games.rules.scoring import CATEGORIES, Scores
from tests.builders import NOW


def make_result(
    *people: User | None,
    places: Sequence[int] = (),
    scores: Sequence[Scores] = (),
    left: Sequence[int] = (),
    at: datetime = NOW,
    ruleset: str = "rulebook",
    public: bool = True,
    mus: Sequence[float] = (),
) -> Game:
    """A game that is over; None among the people: a bot sits there.

    By default they came in the order in which they sit, the first with the most Elves. `left`: the
    numbers of the seats that went out before the end; `mus`: what the ratings of all were after it,
    if it was counted.
    """
    game = Game.objects.create(
        status=Game.Status.OVER,
        players=len(people),
        public=public,
        ruleset=ruleset,
        rated=bool(mus),
        rated_number=Game.objects.filter(rated_number__isnull=False).count() + 1 if mus else None,
        record={},
        created_at=at,
        started_at=at,
        ended_at=at,
    )
    for number, user in enumerate(people):
        points = scores[number] if scores else Scores(elves=len(people) - number)
        rating = {"mu_before": 25, "sigma_before": 8, "mu": mus[number], "sigma": 8} if mus else {}
        Seat.objects.create(
            game=game,
            number=number,
            players=len(people),
            user=user,
            bot="" if user else "random",
            name=user.name if user else "Ash (bot)",
            joined_at=at,
            ended_at=at,
            ruleset=ruleset,
            public=public,
            rated=bool(mus),
            left_at=at if number in left else None,
            left_why="resigned" if number in left else "",
            left_order=list(left).index(number) if number in left else None,
            place=places[number] if places else number + 1,
            **dict(zip(CATEGORIES, points, strict=True)),
            **rating,
        )
    return game


def make_rating(user: User, mu: float, *, games: int = 15, sigma: float = 2.0) -> Rating:
    """A rating after so many counted games, by default enough to be sure of it."""
    return Rating.objects.create(user=user, mu=mu, sigma=sigma, games=games)

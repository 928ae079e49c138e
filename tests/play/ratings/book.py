"""Rated games that are over, and what has been counted of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import count

from accounts.models import User
from games.models import Game, Rating, Seat
from games.play.ratings.counting import count_results
from games.play.ratings.skill import BEGINNER, Skill, after_game
from tests.builders import NOW
from tests.results import make_result

_minutes = count()


def finished(*people: User | None, places: Sequence[int] = (), minutes: int | None = None) -> Game:
    """A rated game that is over, so long after NOW, and not counted yet; later than those before.

    None among the people: somebody who has left the site.
    """
    at = NOW + timedelta(minutes=next(_minutes) if minutes is None else minutes)
    game = make_result(*people, places=places, at=at)
    game.seats.update(rated=True, bot="")
    names = [user.name if user else "" for user in people]
    Game.objects.filter(pk=game.pk).update(rated=True, record={"players": names})
    game.rated = True
    return game


def count_all() -> int:
    """Count what waits, as the sweep does."""
    return count_results(NOW, most=1000)


def numbers() -> list[int]:
    """The games that are counted, by key, in the order in which they were."""
    counted = Game.objects.filter(rated_number__isnull=False).order_by("rated_number")
    return list(counted.values_list("pk", flat=True))


def skills(game: Game) -> list[Skill | None]:
    """What the seats of a game say of the skills after it, by number."""
    rows = Seat.objects.filter(game=game).order_by("number").values_list("mu", "sigma")
    return [None if mu is None or sigma is None else Skill(mu, sigma) for mu, sigma in rows]


def rating(user: User) -> tuple[Skill, int] | None:
    """Somebody's skill and how many of their games are counted."""
    row = Rating.objects.filter(user=user).first()
    return None if row is None else (Skill(row.mu, row.sigma), row.games)


def by_hand(*games: tuple[Sequence[object], Sequence[int]]) -> dict[object, Skill]:
    """The skills after such games (people, places), by OpenSkill alone."""
    known: dict[object, Skill] = {}
    for people, places in games:
        before = [known.get(person, BEGINNER) for person in people]
        known |= dict(zip(people, after_game(before, places), strict=True))
    return known


def everything() -> tuple[list[object], list[object]]:
    """All that ratings keep: the columns of seats, and the rows."""
    seats = Seat.objects.order_by("pk").values_list(
        "pk", "game__rated_number", "mu_before", "sigma_before", "mu", "sigma"
    )
    return list(seats), list(Rating.objects.order_by("pk").values_list())

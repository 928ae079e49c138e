"""Many games that end at the same moment: each counts once, on what the others left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from games.models import Game, Rating
from games.play.moderation import tables
from games.play.people.leaving import leave
from games.play.ratings.again import count_chunk_again
from games.play.ratings.checking import check
from games.play.ratings.skill import BEGINNER
from games.play.turns import take_turn
from games.rules.moves import Move
from games.tasks import sweep_ratings
from tests.builders import NOW, make_game, make_staff, make_user
from tests.play.clockwork import fresh
from tests.play.ratings.book import by_hand, count_all, everything, finished, numbers, rating
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = 5  # so many somebody may play at once


def resign(game: Game, number: int) -> object:
    """End a game of two as its loser."""
    leave = Move("leave", detail="resigned")
    return take_turn(game_id=game.pk, seat=number, move=leave, version=None, now=NOW)


def take_back(game: Game, by: User) -> None:
    tables.void(game_id=game.pk, by=by, why="They had agreed.", now=NOW)


def is_a_chain(user: User) -> bool:
    """Whether each game of a person began with what the one before it left."""
    seats = user.seats.filter(mu__isnull=False).order_by("game__rated_number")
    columns = list(seats.values_list("mu_before", "sigma_before", "mu", "sigma"))
    before = [tuple(BEGINNER), *(each[2:] for each in columns)]
    return [each[:2] for each in columns] == before[:-1]


def test_finishes_of_the_same_moment_lose_none() -> None:
    ana, others = make_user("Ana"), [make_user() for _number in range(GAMES)]
    games = [make_game(ana, other, rated=True) for other in others]
    side_by_side([partial(resign, game, 1) for game in games])
    assert len(numbers()) == GAMES
    assert [fresh(game).rated_number is not None for game in games] == [True] * GAMES
    won = [fresh(Game(pk=pk)).seats.get(number=1).user for pk in numbers()]
    told = by_hand(*(([ana, other], [1, 2]) for other in won))
    assert rating(ana) == (told[ana], GAMES)
    assert is_a_chain(ana)


def test_many_who_count_the_same_count_it_once() -> None:
    people = [make_user() for _number in range(4)]
    for _number in range(GAMES):
        finished(*people)
    assert sum(side_by_side([count_all] * 4)) == GAMES
    told = by_hand(*[(people, [1, 2, 3, 4])] * GAMES)
    assert [rating(user) for user in people] == [(told[user], GAMES) for user in people]


def test_results_come_and_are_taken_back_at_the_same_moment() -> None:
    ana, bo, mod = make_user("Ana"), make_user("Bo"), make_staff("moderator")
    counted = [finished(ana, bo) for _number in range(GAMES)]
    count_all()
    running = [make_game(ana, bo, rated=True) for _number in range(3)]
    acts: list[Callable[[], object]] = [partial(resign, game, 1) for game in running]
    acts += [partial(take_back, game, mod) for game in counted[::2]]
    side_by_side([*acts, count_chunk_again])
    sweep_ratings()
    told = by_hand(*[([ana, bo], [1, 2])] * 5)
    assert [rating(ana), rating(bo)] == [(told[ana], 5), (told[bo], 5)]
    assert is_a_chain(ana) and is_a_chain(bo)


def test_the_book_is_begun_once() -> None:
    people = [make_user() for _number in range(4)]
    finished(*people[:2])
    finished(*people[2:])
    assert sum(side_by_side([count_all] * 3)) == 2
    assert Rating.objects.count() == 4


def test_somebody_leaves_while_their_games_are_counted() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    games = [finished(ana, bo) for _number in range(GAMES)]
    go: list[Callable[[], object]] = [partial(leave, game.pk, bo, NOW) for game in games]
    side_by_side([*go, count_all, count_all])
    count_all()
    assert len(numbers()) == GAMES
    assert is_a_chain(ana)
    was = everything()
    assert count_all() == 0
    assert everything() == was


def test_a_check_finds_nothing_wrong_while_results_are_taken_back() -> None:
    ana, bo, mod = make_user("Ana"), make_user("Bo"), make_staff("moderator")
    games = [finished(ana, bo) for _number in range(12)]
    count_all()

    def void_some() -> list[object]:
        for game in games[2:8:2]:
            take_back(game, mod)
            sweep_ratings()
        return []

    def look() -> list[object]:
        return [wrong for _time in range(6) for wrong in check() or []]

    assert side_by_side([void_some, look]) == [[], []]
    assert check() == []

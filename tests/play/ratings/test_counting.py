"""Results of rated games are counted once each, in the order in which the games ended."""

from __future__ import annotations

import logging

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.models import Game, Rating
from games.play import ending
from games.play.ratings.counting import count_results
from games.play.ratings.skill import BEGINNER
from games.rules.moves import Move
from games.tasks import sweep_ratings
from tests.builders import NOW, act, make_game, make_user, play_some
from tests.play.clockwork import fresh, seat
from tests.play.ratings.book import (
    by_hand,
    count_all,
    everything,
    finished,
    numbers,
    rating,
    skills,
)
from tests.results import make_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy"), make_user("Di")]


def test_it_is_counted_once_the_last_move_is_committed(
    people: list[User], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    game = make_game(*people[:3], rated=True)
    with django_capture_on_commit_callbacks(execute=True):
        play_some(game)
    places = [seat(game, number).place or 0 for number in range(3)]
    told = by_hand((people[:3], places))
    assert fresh(game).rated_number == 1
    assert skills(game) == [told[user] for user in people[:3]]
    assert [rating(user) for user in people[:3]] == [(told[user], 1) for user in people[:3]]
    assert (seat(game, 0).mu_before, seat(game, 0).sigma_before) == BEGINNER


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_two_to_four_count(people: list[User], players: int) -> None:
    game = finished(*people[:players])
    assert count_all() == 1
    told = by_hand((people[:players], range(1, players + 1)))
    assert skills(game) == list(told.values())


def test_ties_count_as_ties(people: list[User]) -> None:
    game = finished(*people[:3], places=[1, 1, 3])
    count_all()
    first, second, _third = skills(game)
    assert first == second


def test_whoever_leaves_comes_last(people: list[User]) -> None:
    game = make_game(*people[:3], rated=True)
    act(game, game.first_seat, Move("leave", detail="resigned"))
    play_some(game)
    count_all()
    after = [skill.mu for skill in skills(game) if skill]
    assert min(after) == after[game.first_seat]


def test_each_finds_what_those_before_it_left(people: list[User]) -> None:
    ana, bo, cy, _di = people
    games = [finished(ana, bo), finished(bo, cy), finished(cy, ana, bo, places=[1, 2, 2])]
    assert count_all() == 3
    told = by_hand(([ana, bo], [1, 2]), ([bo, cy], [1, 2]), ([cy, ana, bo], [1, 2, 2]))
    assert [rating(user) for user in (ana, bo, cy)] == [
        (told[ana], 2),
        (told[bo], 3),
        (told[cy], 2),
    ]
    assert numbers() == [game.pk for game in games]
    assert (seat(games[2], 1).mu_before, seat(games[2], 1).sigma_before) == skills(games[0])[0]


def test_the_earliest_end_comes_first(people: list[User]) -> None:
    later, same, earlier = (
        finished(*people[:2], minutes=90),
        finished(*people[:2], minutes=90),
        finished(*people[2:], minutes=80),
    )
    count_all()
    assert numbers() == [earlier.pk, later.pk, same.pk]


def test_counting_twice_changes_nothing(people: list[User]) -> None:
    finished(*people)
    count_all()
    was = everything()
    assert count_all() == 0
    assert everything() == was


def test_the_request_counts_some_and_the_sweep_the_rest(people: list[User]) -> None:
    for _number in range(3):
        finished(*people[:2])
    assert count_results(NOW, most=2) == 2
    assert sweep_ratings() == {"results counted": 1, "counted again": 0}
    assert len(numbers()) == 3


def test_games_without_ratings_count_for_nothing(people: list[User]) -> None:
    make_result(*people[:2])
    game = make_game(*people[:2], rated=True)
    act(game, game.first_seat, Move("draw"))
    ending.call_off(game_id=game.pk, user=people[0], now=NOW)
    assert count_all() == 0
    assert not Rating.objects.exists()


def test_one_that_cannot_be_counted_holds_up_no_other(
    people: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = finished(*people[:2]), finished(*people[2:])
    broken.seats.update(place=None)
    with caplog.at_level(logging.CRITICAL, "games.play.batches"):
        assert count_all() == 1
        assert count_all() == 0
    assert numbers() == [sound.pk]
    assert skills(broken) == [None, None]
    assert Game.objects.get(pk=broken.pk).stuck_until is not None


def test_queries_do_not_grow_with_what_has_been_counted(people: list[User]) -> None:
    used = []
    for _round in range(3):
        for _number in range(4):
            finished(*people)
        with CaptureQueriesContext(connection) as queries:
            count_results(NOW, most=1)
        used.append(len(queries))
        count_all()
    assert used[1] == used[2]

"""Who leaves the site takes nothing from the others' ratings."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Rating, Seat
from games.play import agreement
from games.play.people.leaving import leave
from games.play.ratings.again import count_chunk_again, start_again
from games.play.ratings.book import lock_book
from games.play.ratings.skill import after_game
from tests.builders import NOW, make_game, make_user, play_some
from tests.play.clockwork import fresh, seat
from tests.play.ratings.book import count_all, everything, finished, rating, skills

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


@pytest.fixture
def known(people: list[User]) -> list[User]:
    """People of whom some games are counted."""
    for _number in range(3):
        finished(*people)
    count_all()
    return people


def go(user: User) -> None:
    """Leave the site: game by game, then the account."""
    for game_id in list(Seat.objects.filter(user=user).values_list("game", flat=True)):
        leave(game_id, user, NOW)
    user.delete()


def test_a_game_that_was_not_counted_yet_counts_with_their_skill(known: list[User]) -> None:
    ana, bo, cy = known
    before = [rating(user) for user in known]
    game = finished(ana, bo, cy, places=[3, 2, 1])
    go(cy)
    assert count_all() == 1
    told = after_game([each[0] for each in before if each], [3, 2, 1])
    assert skills(game) == told
    assert [rating(ana), rating(bo)] == [(told[0], 4), (told[1], 4)]
    assert set(Rating.objects.values_list("user", flat=True)) == {ana.pk, bo.pk}


def test_a_game_under_way_counts_with_their_skill(known: list[User]) -> None:
    before = [rating(user) for user in known]
    game = make_game(*known, rated=True)
    go(known[2])
    play_some(game)
    assert count_all() == 1
    places = [seat(game, number).place or 0 for number in range(3)]
    assert places[2] == 3
    assert skills(game) == after_game([each[0] for each in before if each], places)


def test_the_game_that_ends_as_they_go_counts(known: list[User]) -> None:
    before = [rating(user) for user in known[:2]]
    game = make_game(*known[:2], rated=True)
    go(known[1])
    assert fresh(game).status == Game.Status.OVER
    assert count_all() == 1
    assert skills(game) == after_game([each[0] for each in before if each], [1, 2])


def test_a_beginner_goes_as_a_beginner(people: list[User]) -> None:
    game = finished(*people[:2])
    go(people[1])
    count_all()
    assert rating(people[0]) == (skills(game)[0], 1)


def test_counted_again_they_enter_with_what_they_had(known: list[User]) -> None:
    go(known[2])
    was = everything()
    start_again(lock_book(), 1)
    while count_chunk_again():
        pass
    assert everything() == was


def test_a_game_called_off_keeps_no_skill_of_theirs(known: list[User]) -> None:
    game = make_game(*known, rated=True)
    go(known[2])
    agreement.close(fresh(game), "idle", NOW)
    assert skills(game) == [None, None, None]

"""A result that is taken back is as if it had not been: the later ones are counted again."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.models import Game, Rating, RatingBook
from games.play.moderation import tables
from games.play.ratings import again
from games.play.ratings.again import count_chunk_again
from games.play.ratings.book import is_to_count_again
from games.tasks import sweep_ratings
from tests.builders import NOW, make_staff, make_user
from tests.play.clockwork import fresh
from tests.play.ratings.book import by_hand, count_all, everything, finished, rating, skills

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy"), make_user("Di")]


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mo")


def void(game: Game, mod: User) -> None:
    tables.void(game_id=game.pk, by=mod, why="They had agreed on who wins.", now=NOW)


def test_its_seats_and_number_are_empty(people: list[User], mod: User) -> None:
    game = finished(*people)
    count_all()
    void(game, mod)
    assert skills(game) == [None] * 4
    assert fresh(game).rated_number is None
    assert not game.seats.exclude(mu_before=None, sigma_before=None).exists()


def test_whoever_had_no_other_game_has_no_rating(people: list[User], mod: User) -> None:
    game, _other = finished(*people[:2]), finished(*people[2:])
    count_all()
    void(game, mod)
    assert set(Rating.objects.values_list("user", flat=True)) == {user.pk for user in people[2:]}


def test_the_last_result_leaves_what_was_before_it(people: list[User], mod: User) -> None:
    finished(*people[:2])
    count_all()
    was = everything()[1]
    last = finished(*people[:3])
    count_all()
    void(last, mod)
    assert everything()[1] == was
    assert not is_to_count_again()


def test_the_results_after_it_are_counted_again(people: list[User], mod: User) -> None:
    ana, bo, cy, di = people
    finished(ana, bo)
    wrong = finished(cy, ana)
    games = [finished(ana, di), finished(bo, cy), finished(di, bo, cy, places=[1, 2, 2])]
    count_all()
    void(wrong, mod)
    assert sweep_ratings() == {"results counted": 0, "counted again": 3}
    told = by_hand(
        ([ana, bo], [1, 2]), ([ana, di], [1, 2]), ([bo, cy], [1, 2]), ([di, bo, cy], [1, 2, 2])
    )
    assert [rating(user) for user in people] == [
        (told[user], played) for user, played in zip(people, [2, 3, 2, 2], strict=True)
    ]
    assert skills(games[2]) == [told[di], told[bo], told[cy]]


def test_chunk_by_chunk_it_comes_to_the_same(people: list[User], mod: User) -> None:
    wrong = finished(*people)
    for number in range(7):
        finished(*(people[number % 3 :] + people[: number % 3]))
    count_all()
    void(wrong, mod)
    with patch.object(again, "CHUNK", 3):
        assert [count_chunk_again() for _chunk in range(4)] == [3, 3, 1, 0]
    was = everything()
    RatingBook.objects.update(again_from=1)
    assert count_chunk_again() == 7
    assert everything() == was


def test_broken_off_it_goes_on_where_it_was(people: list[User], mod: User) -> None:
    wrong = finished(*people[:2])
    for _number in range(4):
        finished(*people)
    count_all()
    void(wrong, mod)
    with patch.object(again, "CHUNK", 2):
        count_chunk_again()
        was = everything()
        with (
            patch.object(again, "write_ratings", side_effect=SystemExit),
            pytest.raises(SystemExit),
        ):
            count_chunk_again()
        assert everything() == was
    assert sweep_ratings() == {"results counted": 0, "counted again": 2}
    told = by_hand(*[(people, [1, 2, 3, 4])] * 4)
    assert [rating(user) for user in people] == [(told[user], 4) for user in people]


def test_a_rating_jumps_once_to_what_it_will_be(people: list[User], mod: User) -> None:
    ana, bo, cy, di = people
    wrong = finished(ana, bo)
    finished(cy, di)
    finished(ana, cy)
    finished(ana, bo)
    count_all()
    void(wrong, mod)
    shown = [rating(ana)]
    with patch.object(again, "CHUNK", 1):
        while count_chunk_again():
            shown.append(rating(ana))
    assert shown[0] == shown[1] == shown[2] != shown[3]


def test_another_one_taken_back_meanwhile(people: list[User], mod: User) -> None:
    games = [finished(*people[:2]) for _number in range(5)]
    games += [finished(*people[1:3])]
    count_all()
    void(games[3], mod)
    with patch.object(again, "CHUNK", 1):
        count_chunk_again()
    void(games[1], mod)
    void(games[4], mod)
    sweep_ratings()
    told = by_hand(*[(people[:2], [1, 2])] * 2, (people[1:3], [1, 2]))
    assert [rating(user) for user in people[:3]] == [
        (told[user], played) for user, played in zip(people, [2, 3, 1], strict=False)
    ]


def test_results_of_meanwhile_wait_until_it_is_done(people: list[User], mod: User) -> None:
    wrong = finished(*people[:2])
    finished(*people[:2])
    count_all()
    void(wrong, mod)
    last = finished(*people[:2])
    assert count_all() == 0
    assert skills(last) == [None, None]
    assert sweep_ratings() == {"results counted": 1, "counted again": 1}
    told = by_hand(*[(people[:2], [1, 2])] * 2)
    assert skills(last) == [told[user] for user in people[:2]]


def test_one_that_was_not_counted_yet_is_never(people: list[User], mod: User) -> None:
    game = finished(*people[:2])
    void(game, mod)
    assert count_all() == 0
    assert not Rating.objects.exists()


def test_the_sweep_is_called_at_once(
    people: list[User],
    mod: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    wrong = finished(*people[:2])
    finished(*people[:2])
    count_all()
    with (
        patch("games.play.after.current_app.send_task") as sent,
        django_capture_on_commit_callbacks(execute=True),
    ):
        void(wrong, mod)
    assert "games.sweep_ratings" in [call.args[0] for call in sent.mock_calls]

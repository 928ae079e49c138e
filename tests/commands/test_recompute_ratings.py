"""`manage.py recompute_ratings`: all ratings from the history, to the last digit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import Game, Rating, RatingBook, Seat
from games.play.moderation import tables
from games.play.people.closing import close_account
from games.play.people.leaving import leave
from games.play.ratings import checking
from games.play.ratings.again import count_chunk_again, recount, start_again
from games.play.ratings.book import lock_book
from tests.builders import NOW, make_staff, make_user
from tests.play.ratings.book import count_all, everything, finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    """Five people and thirty results of some of them each."""
    people = [make_user() for _number in range(5)]
    random = Random(6)
    for _number in range(30):
        players = random.randint(2, 4)
        places = sorted(random.choices(range(1, players + 1), k=players))
        finished(*random.sample(people, players), places=places)
    count_all()
    return people


def is_right(capsys: pytest.CaptureFixture[str]) -> tuple[bool, list[str]]:
    """What --check says, and whether its exit status is 0."""
    capsys.readouterr()
    try:
        call_command("recompute_ratings", check=True)
    except SystemExit as stopped:
        assert stopped.code == 1
        return False, capsys.readouterr().out.splitlines()
    return True, capsys.readouterr().out.splitlines()


def test_the_same_numbers_come_of_the_same_results(
    people: list[User], capsys: pytest.CaptureFixture[str]
) -> None:
    was = everything()
    call_command("recompute_ratings")
    assert capsys.readouterr().out == "Results counted again: 30.\n"
    assert everything() == was


def test_lost_ratings_come_back(people: list[User]) -> None:
    was = everything()
    Rating.objects.all().delete()
    Seat.objects.update(mu=1, sigma=1, mu_before=1, sigma_before=1)
    call_command("recompute_ratings")
    assert everything() == was


def test_so_they_do_after_results_were_taken_back_and_people_have_left(
    people: list[User], capsys: pytest.CaptureFixture[str]
) -> None:
    mod, gone = make_staff("moderator"), people[0]
    for seat in Seat.objects.filter(user=people[1])[:3]:
        tables.void(game_id=seat.game_id, by=mod, why="They had agreed on who wins.", now=NOW)
    for seat in Seat.objects.filter(user=gone):
        leave(seat.game_id, gone, NOW)
    gone.delete()
    while count_chunk_again():
        pass
    was = everything()
    assert is_right(capsys)[0]
    call_command("recompute_ratings")
    assert everything() == was


def test_whoever_is_just_leaving_counts_with_what_they_had(
    people: list[User], capsys: pytest.CaptureFixture[str]
) -> None:
    gone = people[0]
    close_account(user_id=gone.pk, now=NOW)
    for seat in Seat.objects.filter(user=gone)[:3]:
        leave(seat.game_id, gone, NOW)
    seats = everything()[0]
    assert is_right(capsys)[0]
    call_command("recompute_ratings")
    assert everything()[0] == seats


def test_a_rating_of_nothing_goes(people: list[User]) -> None:
    user = make_user()
    Rating.objects.create(user=user, mu=40, sigma=1, games=9)
    call_command("recompute_ratings")
    assert not Rating.objects.filter(user=user).exists()


def test_a_check_of_what_is_right_says_so(
    people: list[User], capsys: pytest.CaptureFixture[str]
) -> None:
    said = "All ratings are what the results tell, to the last digit."
    assert is_right(capsys) == (True, [said])


def test_a_check_tells_what_is_wrong_and_changes_nothing(
    people: list[User], capsys: pytest.CaptureFixture[str]
) -> None:
    seat = Seat.objects.filter(user=people[0]).order_by("game__rated_number").last()
    assert seat is not None and seat.mu is not None
    Seat.objects.filter(pk=seat.pk).update(mu=seat.mu * (1 + 1e-15))
    rating = Rating.objects.get(user=people[1])
    Rating.objects.filter(pk=rating.pk).update(games=rating.games + 1)
    was = everything()
    right, said = is_right(capsys)
    assert not right
    assert said == [
        f"Game {seat.game.code}, seat {seat.number + 1}: other numbers.",
        f"The rating of {people[1].name}: other numbers.",
        "Not what the results tell: 2.",
    ]
    assert everything() == was


def test_while_results_are_counted_again_nothing_can_be_said(people: list[User]) -> None:
    start_again(lock_book(), 7)
    with pytest.raises(CommandError, match="still being counted again") as refused:
        call_command("recompute_ratings", check=True)
    assert refused.value.returncode == 2
    assert RatingBook.objects.get().again_from == 7


@pytest.mark.parametrize("count_again", [True, False])
def test_what_is_taken_back_while_it_looks_is_nothing_wrong(
    people: list[User],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    count_again: bool,
) -> None:
    mod = make_staff("moderator")
    taken = list(Game.objects.filter(rated_number=3))

    def void_before(*args: Any) -> list[Seat]:
        """A moderator and the sweep are quicker than the check."""
        while taken:
            tables.void(game_id=taken.pop().pk, by=mod, why="They had agreed.", now=NOW)
            while count_again and count_chunk_again():
                pass
        return recount(*args)

    monkeypatch.setattr(checking, "recount", void_before)
    if count_again:
        assert is_right(capsys)[0]
    else:
        with pytest.raises(CommandError, match="still being counted again"):
            is_right(capsys)


def test_a_check_does_not_look_for_ever(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    mod = make_staff("moderator")

    def void_one(*args: Any) -> list[Seat]:
        last = Game.objects.filter(rated_number__isnull=False).order_by("rated_number").last()
        assert last is not None
        tables.void(game_id=last.pk, by=mod, why="They had agreed.", now=NOW)
        return recount(*args)

    monkeypatch.setattr(checking, "recount", void_one)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", check=True)


def test_a_check_tells_numbers_on_seats_whose_game_does_not_count(
    people: list[User], capsys: pytest.CaptureFixture[str]
) -> None:
    game = finished(*people[:2])
    game.seats.filter(number=1).update(mu_before=25, sigma_before=8, mu=25, sigma=8)
    right, said = is_right(capsys)
    assert not right
    assert said[0] == f"Game {game.code}, seat 2: numbers, but it is not counted."


def test_what_somebody_had_who_left_before_the_count_is_nothing_wrong(
    people: list[User], capsys: pytest.CaptureFixture[str]
) -> None:
    game = finished(*people[:2])
    leave(game.pk, people[0], NOW)
    assert game.seats.filter(user=None, mu__isnull=False).exists()
    assert is_right(capsys)[0]
    tables.void(game_id=game.pk, by=make_staff("moderator"), why="They had agreed.", now=NOW)
    assert is_right(capsys)[0]


def test_once_somebody_has_left_only_their_own_rating_goes(people: list[User]) -> None:
    gone = people[0]
    close_account(user_id=gone.pk, now=NOW)
    for seat in Seat.objects.filter(user=gone):
        leave(seat.game_id, gone, NOW)
    seats, ratings = everything()
    call_command("recompute_ratings")
    others = list(Rating.objects.exclude(user=gone).order_by("pk").values_list())
    assert everything() == (seats, others)
    assert len(others) == len(ratings) - 1


def test_on_a_site_without_results() -> None:
    call_command("recompute_ratings")
    call_command("recompute_ratings", check=True)
    assert not Rating.objects.exists()

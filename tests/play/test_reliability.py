"""How many of somebody's latest turns were made in time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Seat
from games.play.expiry import expire_due
from games.play.lobby import play_now
from games.play.reliability import COUNTED, LOOKED_AT, Reliability, reliability, seats_that_count
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_turns, make_user, play_some

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


def counted(user: User) -> tuple[int, int]:
    found = reliability(user)
    return found.turns, found.in_time


def test_nobody_begins_unreliable(ana: User) -> None:
    found = reliability(ana)
    assert (found.turns, found.in_time, found.share, found.known) == (0, 0, 100, False)


def test_turns_count_as_they_are_made(ana: User) -> None:
    game = make_game(ana, make_user())
    play_some(game, 20)
    turns = Seat.objects.get(game=game, user=ana).turns
    assert turns > 0
    assert counted(ana) == (turns, turns)


def test_a_turn_whose_time_ran_out_is_late(ana: User) -> None:
    game = make_game(ana, make_user(), make_user())
    while Game.objects.get(pk=game.pk).active_seat != 0:
        play_some(game, 1)
    expire_due(NOW + timedelta(days=30))
    seat = Seat.objects.get(game=game, user=ana)
    assert seat.left_why == "timeout"
    assert counted(ana) == (seat.turns + 1, seat.turns)


@pytest.mark.parametrize("why", ["resigned", "removed"])
def test_leaving_in_time_is_not_late(ana: User, why: str) -> None:
    game = make_game(ana, make_user(), make_user())
    act(game, 0, Move("leave", detail=why))
    assert counted(ana) == (0, 0)


def test_a_bots_turns_on_the_seat_are_nobodys_merit(ana: User) -> None:
    game = make_game(ana, make_user(), make_user(), leavers="bot")
    act(game, 0, Move("leave", detail="resigned"))
    play_some(game, 30)
    assert Seat.objects.get(game=game, user=ana).turns > 0
    assert counted(ana) == (0, 0)


def test_games_without_a_clock_tell_nothing(ana: User) -> None:
    game = play_now(user=ana, bots=1, bot="random", seed=SEED, now=NOW)
    Seat.objects.filter(game=game, user=ana).update(turns=20)
    assert counted(ana) == (0, 0)


def test_games_with_bots_alone_tell_nothing(ana: User) -> None:
    make_turns(ana, 50, late=2)
    Seat.objects.filter(user=None).update(bot="random")
    assert counted(ana) == (0, 0)
    assert seats_that_count(ana).count() == 0


def test_a_bot_beside_another_person_is_no_matter(ana: User) -> None:
    make_turns(ana, 50)
    game = Game.objects.get()
    game.seats.update(players=3)
    game.seats.create(number=2, players=3, name="Ash", bot="random", joined_at=NOW)
    assert counted(ana) == (50, 50)


@pytest.mark.parametrize("status", ["void", "expired", "open"])
def test_games_that_came_to_nothing_tell_nothing(ana: User, status: str) -> None:
    make_turns(ana, 50, late=2)
    Game.objects.update(status=status)
    assert counted(ana) == (0, 0)
    assert seats_that_count(ana).count() == 0


def test_the_latest_200_turns_count(ana: User) -> None:
    make_turns(ana, 0, late=5)
    make_turns(ana, 198, at=NOW + timedelta(days=1))
    assert counted(ana) == (COUNTED, 198)
    make_turns(ana, 2, at=NOW + timedelta(days=2))
    assert counted(ana) == (COUNTED, COUNTED)


def test_the_latest_games_count_however_few_their_turns(ana: User) -> None:
    make_turns(ana, 0, late=70)
    assert counted(ana) == (LOOKED_AT, 0)


def test_it_is_one_query(ana: User) -> None:
    make_turns(ana, 0, late=70)
    with CaptureQueriesContext(connection) as asked:
        reliability(ana)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("in_time", "late", "seats"),
    [
        (0, 0, 5),
        (19, 0, 5),
        (0, 1, 4),
        (10, 2, 3),
        (0, 3, 2),
        (0, 15, 2),
        (20, 0, 40),
        (98, 2, 40),
        (97, 3, 20),
        (95, 5, 20),
        (94, 6, 10),
        (90, 10, 10),
        (89, 11, 5),
        (80, 20, 5),
        (79, 21, 2),
        (0, 20, 2),
    ],
)
def test_seats_by_share(ana: User, in_time: int, late: int, seats: int) -> None:
    make_turns(ana, in_time, late=late)
    assert reliability(ana).seats_allowed == seats


@pytest.mark.parametrize(("turns", "in_time", "share"), [(200, 199, 99), (3, 2, 66), (0, 0, 100)])
def test_the_share_is_rounded_down(turns: int, in_time: int, share: int) -> None:
    assert Reliability(turns, in_time, 5).share == share

"""At how many tables with a clock somebody may sit, by how reliably they play in time."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import make_guest
from games.models import Game, Seat
from games.play.errors import PlayError
from games.play.lobby import Options, join, leave_table, open_table, play_now, start
from games.play.seating import seats_full
from games.rules.moves import Move
from games.words import sentence
from tests.builders import NOW, SEED, act, make_game, make_turns, make_user
from tests.play.test_blocking import slow_to_sit
from tests.play.test_parallel import at_once

pytestmark = pytest.mark.django_db
LINK = Options(public=False, players=3)


def seats_until_refused(user: User, most: int = 45) -> tuple[int, str]:
    """How many tables one can open, and what the next is refused with."""
    for number in range(most):
        try:
            open_table(host=user, options=LINK, now=NOW)
        except PlayError as refused:
            return number, sentence(refused)
    raise AssertionError("never refused")


def fill(user: User, seats: int) -> list[Game]:
    return [open_table(host=user, options=LINK, now=NOW) for _ in range(seats)]


def test_somebody_new_has_five() -> None:
    assert seats_until_refused(make_user()) == (
        5,
        "You sit at 5 tables. Somebody new may sit at 5 at once; after 20 turns in time it will"
        " be more.",
    )


def test_a_guest_has_three() -> None:
    assert seats_until_refused(make_guest(NOW)) == (
        3,
        "You sit at 3 tables. Guests may sit at 3 at once; with an account it can be more.",
    )


@pytest.mark.parametrize(
    ("in_time", "late", "seats"), [(97, 3, 20), (93, 7, 10), (85, 15, 5), (50, 30, 2)]
)
def test_others_as_many_as_they_are_reliable(in_time: int, late: int, seats: int) -> None:
    user = make_user()
    make_turns(user, in_time, late=late)
    assert seats_until_refused(user) == (
        seats,
        f"You sit at {seats} tables. You may sit at {seats} at once, as you made"
        f" {100 * in_time // (in_time + late)} percent of your latest turns in time: the more in"
        " time, the more tables.",
    )


def test_the_most_reliable_are_not_told_how_to_get_more() -> None:
    user = make_user()
    make_turns(user, 200)
    told = "You sit at 40 tables: nobody may sit at more at once."
    assert seats_until_refused(user) == (40, told)


def test_staff_are_no_exception() -> None:
    assert seats_until_refused(make_user(is_staff=True, is_superuser=True))[0] == 5


def test_joining_counts_as_opening_does() -> None:
    user = make_user()
    fill(user, 5)
    game = open_table(host=make_user(), options=Options(), now=NOW)
    with pytest.raises(PlayError, match="too-many-seats-new"):
        join(game_id=game.pk, user=user, seed=SEED, now=NOW)
    assert not Seat.objects.filter(game=game, user=user).exists()


def test_sitting_there_already_is_no_seat_more() -> None:
    user = make_user()
    game, *_ = fill(user, 5)
    assert join(game_id=game.pk, user=user, seed=SEED, now=NOW).pk == game.pk


def test_games_against_bots_without_a_clock_count_for_nothing() -> None:
    user = make_user()
    for _game in range(7):
        play_now(user=user, bots=1, bot="random", seed=SEED, now=NOW)
    fill(user, 5)
    play_now(user=user, bots=1, bot="random", seed=SEED, now=NOW)


def test_a_guest_who_starts_alone_with_bots_has_the_seat_back() -> None:
    guest = make_guest(NOW)
    for game in fill(guest, 3):
        start(game_id=game.pk, by=guest, bot="random", seed=SEED, now=NOW)
    assert seats_full(guest) is None


def test_running_games_count_until_they_are_over_or_the_seat_is_out() -> None:
    user = make_user()
    games = [make_game(user, make_user(), make_user()) for _ in range(5)]
    assert seats_full(user) is not None
    act(games[0], 0, Move("leave", detail="resigned"))
    assert seats_full(user) is None
    fill(user, 1)
    assert seats_full(user) is not None
    Game.objects.filter(pk=games[1].pk).update(status="void", deadline=None)
    assert seats_full(user) is None


def test_leaving_an_open_table_gives_the_seat_back() -> None:
    user = make_user()
    game, *_ = fill(user, 5)
    leave_table(game_id=game.pk, user=user, now=NOW)
    assert seats_full(user) is None


def test_who_has_more_than_they_may_keeps_them() -> None:
    user = make_user()
    make_turns(user)
    games = fill(user, 8)
    make_turns(user, 0, late=60)
    assert Seat.objects.filter(user=user, game__in=games).count() == 8
    assert seats_until_refused(user)[0] == 0


@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_nobody_gets_a_seat_too_many() -> None:
    user = make_user()
    fill(user, 3)
    tables = [open_table(host=make_user(), options=Options(), now=NOW) for _ in range(4)]
    joins = [partial(join, game_id=game.pk, user=user, seed=SEED, now=NOW) for game in tables]
    opens = [partial(open_table, host=user, options=LINK, now=NOW)] * 3
    assert at_once([*joins, *opens]) == {"counted": 2, "too-many-seats-new": 5}
    assert Seat.objects.filter(user=user).count() == 5


def test_the_look_costs_a_query_or_two_however_many_games_there_were() -> None:
    user = make_user()
    make_turns(user, 3, late=60)
    fill(user, 1)
    with CaptureQueriesContext(connection) as asked:
        seats_full(user)
    assert len(asked) == 1
    fill(user, 1)
    with CaptureQueriesContext(connection) as asked:
        seats_full(user)
    assert len(asked) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("opens", [True, False])
def test_a_seat_that_is_being_taken_counts_already(
    monkeypatch: pytest.MonkeyPatch, opens: bool
) -> None:
    user = make_user()
    fill(user, 4)
    tables = [open_table(host=make_user(), options=Options(), now=NOW) for _ in range(2)]
    joins = [partial(join, game_id=game.pk, user=user, seed=SEED, now=NOW) for game in tables]
    sitting, done = slow_to_sit(monkeypatch)

    def one_more() -> None:
        sitting.wait(10)
        (partial(open_table, host=user, options=LINK, now=NOW) if opens else joins[1])()
        done.set()

    assert at_once([joins[0], one_more]) == {"counted": 1, "too-many-seats-new": 1}

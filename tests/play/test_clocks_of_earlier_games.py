"""Games from the time before clocks, when the site is brought up to date."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from games.models import Game, Seat
from games.play.lobby import Options, join, open_table, play_now
from games.play.pace import DAY, DEFAULT
from tests.builders import NOW, SEED, make_game, make_user

pytestmark = pytest.mark.django_db
migration = import_module("games.migrations.0003_clocks_of_earlier_games")


def bring_up_to_date(game: Game) -> Game:
    """`game` as it was without a clock, after the migration."""
    no_clock = {"turn_seconds": None, "bank_seconds": 0, "deadline": None, "running_since": None}
    Game.objects.filter(pk=game.pk).update(**no_clock)
    Seat.objects.filter(game=game).update(bank_seconds=0)
    migration.give_clocks(apps, None)
    return Game.objects.get(pk=game.pk)


def time_left(game: Game) -> timedelta:
    assert game.deadline is not None
    return game.deadline - timezone.now() + timedelta(minutes=1)


def test_a_table_that_waits_can_be_joined() -> None:
    game = open_table(host=make_user(), options=Options(players=3), now=NOW)
    game = bring_up_to_date(game)
    assert (game.turn_seconds, game.bank_seconds) == (DEFAULT.turn, DEFAULT.bank)
    assert timedelta(days=14) < time_left(game) < timedelta(days=14, minutes=2)
    assert join(game_id=game.pk, user=make_user(), seed=SEED, now=timezone.now()).pk == game.pk


@pytest.mark.parametrize(("arranged", "days"), [(False, 1), (True, 4)])
def test_a_game_of_several_people_goes_on_with_a_clock(arranged: bool, days: int) -> None:
    game = bring_up_to_date(make_game(make_user(), make_user(), arranged=arranged))
    assert timedelta(days=days) < time_left(game) < timedelta(days=days, minutes=2)
    assert set(game.seats.values_list("bank_seconds", flat=True)) == {3 * DAY}


def test_who_is_alone_with_bots_has_none() -> None:
    game = play_now(user=make_user(), bots=2, bot="random", seed=SEED, now=NOW)
    game = bring_up_to_date(game)
    assert (game.turn_seconds, game.deadline) == (None, None)


def test_twice_is_as_once() -> None:
    game = bring_up_to_date(make_game(make_user(), make_user()))
    migration.give_clocks(apps, None)
    assert Game.objects.get(pk=game.pk).deadline == game.deadline

"""Which games are rated: those of tables that are, when people with accounts alone begin them."""

from __future__ import annotations

import pytest

from accounts.services import make_guest
from games.models import Game
from games.play.lobby import Options, open_table, play_now
from tests.builders import NOW, SEED, make_game, make_user, play_some
from tests.play.clockwork import fresh

pytestmark = pytest.mark.django_db


def test_people_with_accounts_play_a_rated_game() -> None:
    game = make_game(make_user(), make_user(), make_user(), rated=True)
    assert fresh(game).rated


def test_a_table_that_is_not_rated_begins_no_rated_game() -> None:
    assert not fresh(make_game(make_user(), make_user(), rated=False)).rated


def test_with_a_bot_it_is_not_rated() -> None:
    assert not fresh(make_game(make_user(), make_user(), players=3, rated=True)).rated


@pytest.mark.parametrize("guest_hosts", [False, True])
def test_with_a_guest_it_is_not_rated(guest_hosts: bool) -> None:
    people = [make_user(), make_guest(NOW)]
    game = make_game(*people[:: -1 if guest_hosts else 1], rated=True, public=False)
    assert not fresh(game).rated


def test_against_bots_at_once_nothing_is_rated() -> None:
    assert not play_now(user=make_user(), bots=1, bot="random", seed=SEED, now=NOW).rated


def test_a_table_waits_as_what_it_was_opened_as() -> None:
    table = open_table(host=make_user(), options=Options(rated=True), now=NOW)
    assert fresh(table).rated


def test_a_bot_that_plays_on_for_a_leaver_changes_nothing() -> None:
    game = make_game(make_user(), make_user(), make_user(), rated=True, leavers="bot")
    play_some(game)
    assert Game.objects.get(pk=game.pk).rated
    assert set(game.seats.values_list("rated", flat=True)) == {True}

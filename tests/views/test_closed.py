"""Tables of which nothing came: why, when, who sat there, and no card."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play import ending
from games.play.expiry import expire
from games.play.lobby import Options, leave_table, open_table
from tests.builders import NOW, make_game, make_user, play_some
from tests.views.sitting import sit
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SENTENCES = {
    "called-off": "The game was called off before everybody had a first turn. It has no result.",
    "agreed": "The players have agreed to end the game. It has no result.",
    "idle": "Nobody had played for thirty days, so the game was closed. It has no result.",
    "": "The game was ended before its time. It has no result.",
}


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def game(ana: User) -> Game:
    game = make_game(ana, make_user("Bo"), players=3, public=False)
    play_some(game, 3)
    return ended(game, "called-off")


def ended(game: Game, why: str) -> Game:
    Game.objects.filter(pk=game.pk).update(
        status="void", end=why, ended_at=NOW, deadline=None, stopped_seconds=None
    )
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize("why", SENTENCES)
def test_it_says_why_and_when(ana: User, game: Game, why: str) -> None:
    page = sit(ended(game, why), ana).see()
    assert page.says == SENTENCES[why]
    told = page.one(id="table").words
    assert "Closed Sun 1 Mar 2026, 08:00 UTC." in told
    assert "At the table: you, Bo, Cedar (bot)." in told


def test_it_shows_no_card_and_no_seed(ana: User, game: Game) -> None:
    for htmx in (False, True):
        page = sit(game, ana).see(htmx=htmx)
        assert page.all(class_="square") == []
        assert page.all("code") == []
        assert "kind-" not in page.html
        assert bytes(game.seed or b"").hex() not in page.html


def test_a_game_by_link_is_told_to_those_who_sat_there_alone(game: Game) -> None:
    for client in (Client(), browser_of(make_user("Cleo"))):
        assert client.get(game.get_absolute_url()).status_code == 404


def test_who_watched_a_table_of_the_lobby_reads_it_too(ana: User) -> None:
    game = make_game(ana, make_user("Bo"))
    ending.call_off(game_id=game.pk, user=ana, now=NOW)
    assert sit(game).see().says == SENTENCES["called-off"]
    assert "At the table: Ana, Bo." in words(sit(game).see().html)


def test_a_table_that_waited_in_vain_says_so_to_those_who_sat_there(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    assert expire(game.pk, NOW + timedelta(days=14))
    page = sit(game, ana).see()
    assert page.says == "This table is closed. It waited for players in vain."
    assert "Seated: you." in words(page.html)


def test_a_table_everybody_left_is_closed(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    leave_table(game_id=game.pk, user=ana, now=NOW)
    assert sit(game).see().says == "This table is closed."


def test_the_page_of_a_table_that_expires_is_swapped_and_stops(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    sitting = sit(game, ana)
    asked = sitting.see().one(id="table")["data-poll"].split("?")[1]
    assert expire(game.pk, NOW + timedelta(days=14))
    part = sitting.poll(asked)
    assert part.status == 286
    assert part.one(id="told").words == "This table is closed."
    assert "data-poll" not in part.one(id="table").attributes

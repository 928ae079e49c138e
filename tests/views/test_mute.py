from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Notice, User
from games.models import Game, Seat
from games.play.lobby import play_now
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def game(ana: User) -> Game:
    return make_game(ana, make_user("Bo"))


def muted(game: Game) -> list[str]:
    return [seat.name for seat in Seat.objects.filter(game=game, muted=True)]


def test_who_sits_there_mutes_the_game_for_themselves(ana: User, game: Game) -> None:
    make_game(ana, make_user("Cy"))
    answer = browser_of(ana).post(f"/g/{game.code}/mute/", {"muted": "1"})
    assert answer["Location"] == f"/g/{game.code}/"
    assert muted(game) == ["Ana"]
    assert Seat.objects.filter(muted=True).count() == 1


def test_twice_is_as_good_as_once_and_it_can_be_taken_back(ana: User, game: Game) -> None:
    browser = browser_of(ana)
    for _time in range(2):
        browser.post(f"/g/{game.code}/mute/", {"muted": "1"})
    assert muted(game) == ["Ana"]
    browser.post(f"/g/{game.code}/mute/", {})
    assert muted(game) == []


def test_what_waits_is_looked_at_again(ana: User, game: Game) -> None:
    later = NOW + timedelta(days=999)
    held = {"not_before": later, "held_since": NOW}
    Notice.objects.create(key="x", user=ana, kind="turn", created_at=NOW, **held)
    browser_of(ana).post(f"/g/{game.code}/mute/", {"muted": "1"})
    assert Notice.objects.get(key="x").not_before < later


def test_others_cannot(client: Client, game: Game) -> None:
    assert (
        browser_of(make_user("Eve")).post(f"/g/{game.code}/mute/", {"muted": "1"}).status_code
        == 404
    )
    assert client.post(f"/g/{game.code}/mute/", {"muted": "1"}).status_code == 302
    assert muted(game) == []


def test_the_table_offers_it_to_members_who_get_mails(ana: User, game: Game) -> None:
    address = game.get_absolute_url()
    assert "Mute: no mails about this game" in browser_of(ana).get(address).content.decode()
    Seat.objects.filter(game=game, user=ana).update(muted=True)
    page = browser_of(ana).get(address).content.decode()
    assert "This game is muted: no mails about it." in page
    assert 'name="muted"' not in page
    watcher = browser_of(make_user("Eve")).get(address).content.decode()
    assert "/mute/" not in watcher
    User.objects.filter(pk=ana.pk).update(email="", is_guest=True)
    assert "/mute/" not in browser_of(ana).get(address).content.decode()


def test_a_game_without_a_clock_sends_none_to_be_muted(ana: User) -> None:
    alone = play_now(user=ana, bots=1, bot="random", seed=SEED, now=NOW)
    assert "/mute/" not in browser_of(ana).get(alone.get_absolute_url()).content.decode()
    act(alone, 0, Move("leave", detail="resigned"))
    assert not Notice.objects.exists()


def test_who_comes_there_by_signing_in_is_led_to_the_table(ana: User, game: Game) -> None:
    address = f"/g/{game.code}/mute/"
    assert browser_of(ana).get(address)["Location"] == f"/g/{game.code}/"
    assert muted(game) == []
    assert browser_of(make_user("Cy")).get(address).status_code == 404

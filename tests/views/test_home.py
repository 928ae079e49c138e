from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from tests.builders import NOW, make_game, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_stranger_sees_what_it_is_and_can_play_now(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "Build a Kingdom" in words(html)
    assert 'action="/play/"' in html
    assert "No account needed" in words(html)


def test_looking_changes_nothing(client: Client) -> None:
    assert client.get("/").status_code == 200
    assert client.head("/").status_code == 200
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert not Session.objects.exists()


def test_posting_to_home_is_refused(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_the_sample_kingdom_is_counted_by_the_rules(client: Client) -> None:
    text = words(client.get("/").content.decode())
    assert "28 Harmony" in text
    assert "Humans 10" in text
    assert "Conflicts −2" in text


def test_a_guest_is_told_who_they_are(client: Client) -> None:
    guest = make_guest(NOW)
    text = words(browser_of(guest).get("/").content.decode())
    assert f"You play as {guest.name}" in text


def test_a_member_is_told_what_waits(client: Client) -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    game = make_game(ana, bo)
    to_play, other = (ana, bo) if game.active_seat == 0 else (bo, ana)
    assert "1 game waits for you" in words(browser_of(to_play).get("/").content.decode())
    assert "waits for you" not in words(browser_of(other).get("/").content.decode())

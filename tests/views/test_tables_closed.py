"""While staff let nobody open tables, all that was begun goes on, and bots play as ever."""

from __future__ import annotations

import re

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import SiteSwitches
from games.models import Game
from games.play.errors import PlayError
from games.play.lobby import Options, join, open_table, play_now
from tests.builders import NOW, SEED, make_game, make_user
from tests.views.visitors import browser_of, fields_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NEW = "/new/"


def close() -> None:
    SiteSwitches.objects.update_or_create(pk=1, defaults={"tables_closed": True})
    caches["process"].clear()


def new_table(browser: Client) -> dict[str, str]:
    return fields_of(browser.get(NEW).content.decode())


@pytest.mark.parametrize("public", [True, False])
def test_nobody_opens_a_table(public: bool) -> None:
    close()
    with pytest.raises(PlayError) as refused:
        open_table(host=make_user(), options=Options(public=public), now=NOW)
    assert refused.value.code == "tables-closed"
    assert not Game.objects.exists()


def test_the_page_says_so_at_once_and_refuses_its_form() -> None:
    browser = browser_of(make_user())
    sent = new_table(browser)
    assert "No tables can be opened for now" not in browser.get(NEW).content.decode()
    close()
    page = browser.get(NEW)
    assert page.status_code == 200
    assert "No tables can be opened for now" in page.content.decode()
    answer = browser.post(NEW, sent)
    assert answer.status_code == 422
    assert "No tables can be opened for now" in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("page", [NEW, "/lobby/"])
def test_opening_a_table_is_not_what_a_page_asks_for(page: str) -> None:
    browser = browser_of(make_user())
    assert is_asked_for(browser, page)
    close()
    assert not is_asked_for(browser, page)
    assert "No tables can be opened for now" in browser.get(page).content.decode()


def is_asked_for(browser: Client, page: str) -> bool:
    """Whether the button that opens a table, or leads there, is the primary one."""
    answer = browser.get(page).content.decode()
    found = re.findall(r'class="([^"]*)"(?: href="/new/")?>(?:Open the table|New table)<', answer)
    assert found
    return any("primary" in classes for classes in found)


def test_bots_play_as_ever(client: Client) -> None:
    close()
    assert play_now(user=make_user(), bots=1, bot="random", seed=SEED, now=NOW).is_running
    assert client.post("/play/", {"bots": "1", "bot": "random"}).status_code == 303


def test_open_tables_fill_and_running_games_go_on() -> None:
    waiting = open_table(host=make_user(), options=Options(), now=NOW)
    running = make_game(make_user(), make_user())
    close()
    assert join(game_id=waiting.pk, user=make_user(), seed=SEED, now=NOW).is_running
    user = running.seats.get(number=running.active_seat).user
    assert user is not None
    browser = browser_of(user)
    sent = {"version": str(running.version), "act": "draw"}
    assert browser.post(running.get_absolute_url(), sent).status_code == 303


def test_open_again_it_is_as_ever() -> None:
    close()
    browser = browser_of(make_user())
    sent = new_table(browser)
    SiteSwitches.objects.update(tables_closed=False)
    answer = browser.post(NEW, sent)
    assert answer.status_code == 303
    assert Game.objects.exists()

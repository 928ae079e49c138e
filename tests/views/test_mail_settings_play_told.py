"""What the page of mails says of playing from them: what does not come, and from when on."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings
from time_machine import TimeMachineFixture

from accounts.models import User
from tests.builders import NOW, make_game, make_user
from tests.views.visitors import browser_of, fields_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/settings/mail/"
FIELD = "plays_by_mail"
NO_TURN_MAILS = "“It is your turn” is set to “not at all”, so no such mail comes"


@pytest.fixture(autouse=True)
def today(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def ana() -> User:
    return make_user("Ana", email_proven_at=NOW)


@pytest.fixture
def as_ana(ana: User) -> Client:
    return browser_of(ana)


def shown(client: Client) -> dict[str, str]:
    """What a tab that is open now would send."""
    return fields_of(client.get(PAGE).content.decode())


def test_without_mails_about_turns_it_says_that_there_is_nothing_to_play_from(
    as_ana: Client,
) -> None:
    assert NO_TURN_MAILS not in words(as_ana.get(PAGE).content.decode())
    sent = shown(as_ana) | {FIELD: "on", "way_turn": "off"}
    page = as_ana.post(PAGE, sent, follow=True).content.decode()
    warning = words(re.findall(r'<p class="warning">(.*?)</p>', page)[0])
    assert warning.startswith(NO_TURN_MAILS)
    assert warning.endswith(
        "You can play from these alone: “A game begins”, “Reminders before time runs out”."
    )
    beside = words(page[page.index('id="play"') :])
    assert warning in beside
    off = {"way_started": "off", "way_reminder": "off"}
    page = as_ana.post(PAGE, shown(as_ana) | off, follow=True).content.decode()
    assert "You can play from these" not in words(page)
    saved = as_ana.post(PAGE, shown(as_ana) | {"way_turn": "at-once"}, follow=True)
    assert NO_TURN_MAILS not in words(saved.content.decode())


def test_who_does_not_play_from_the_mail_is_not_warned_when_saving(as_ana: Client) -> None:
    answer = as_ana.post(PAGE, shown(as_ana) | {"way_turn": "off"}, follow=True)
    assert 'class="warning"' not in answer.content.decode()


@pytest.mark.parametrize("way", ["bundled", "digest"])
@pytest.mark.parametrize("reply_address", ["", "play+*@drako.example"])
def test_mails_about_several_games_are_told_of(
    as_ana: Client, settings: Settings, way: str, reply_address: str
) -> None:
    settings.REPLY_ADDRESS = reply_address
    assert "several games may stand" not in words(as_ana.get(PAGE).content.decode())
    page = as_ana.post(PAGE, shown(as_ana) | {"way_turn": way}, follow=True).content.decode()
    assert "several games may stand in one mail then, each with its own link" in words(page)
    assert ("its own address for orders" in words(page)) == bool(reply_address)


def test_switched_on_while_games_wait_it_says_from_when_on(as_ana: Client, ana: User) -> None:
    told = "You can play from the next mail about a turn on"
    sent = shown(as_ana) | {FIELD: "on"}
    assert told not in words(as_ana.post(PAGE, sent, follow=True).content.decode())
    User.objects.update(plays_by_mail_since=None)
    make_game(ana, make_user("Bo"), arranged=False)
    assert told in words(as_ana.post(PAGE, sent, follow=True).content.decode())
    again = as_ana.post(PAGE, shown(as_ana) | {"digest_hour": "9"}, follow=True)
    assert told not in words(again.content.decode())


def test_the_box_is_described_by_its_warning_and_found_from_the_top(as_ana: Client) -> None:
    page = as_ana.get(PAGE).content.decode()
    [box] = re.findall(rf'<input type="checkbox" name="{FIELD}"[^>]*>', page)
    [described] = re.findall(r'aria-describedby="([^"]*)"', box)
    part = page[page.index(f'id="{described}"') :].split("</div>")[0]
    assert "Whoever can read your mails" in part
    assert page.index('href="#play"') < page.index("<h2")
    assert page.count('id="play"') == 1

"""While sign-up is closed nobody becomes a member; guests go on, members come in."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import SiteSwitches, User
from tests.accounts.conftest import PASSWORD
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/signup/"


@pytest.fixture(autouse=True)
def _closed(db: None) -> None:
    SiteSwitches.objects.create(signups_closed=True)
    caches["process"].clear()


def test_the_page_says_so_instead_of_the_form(client: Client) -> None:
    answer = client.get(SIGN_UP)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "Sign-up is closed" in page
    assert 'name="username"' not in page
    assert f'href="{SIGN_UP}"' not in page


def test_a_form_from_before_is_refused(client: Client) -> None:
    answer = client.post(SIGN_UP, form())
    assert answer.status_code == 403
    assert "Sign-up is closed" in answer.content.decode()
    assert not User.objects.exists()
    assert mails() == []


def test_the_head_of_no_page_leads_there(as_guest: Client) -> None:
    for browser, label in ((Client(), ">Sign up<"), (as_guest, "Keep my games: sign up")):
        assert label not in browser.get("/rules/").content.decode()
        SiteSwitches.objects.update(signups_closed=False)
        caches["process"].clear()
        assert label in browser.get("/rules/").content.decode()
        SiteSwitches.objects.update(signups_closed=True)
        caches["process"].clear()


def test_a_guest_stays_one_and_plays_on(as_guest: Client, guest: User) -> None:
    assert f"You are playing as {guest.name}" in as_guest.get(SIGN_UP).content.decode()
    assert as_guest.post(SIGN_UP, form()).status_code == 403
    guest.refresh_from_db()
    assert guest.is_guest
    assert as_guest.get("/games/").status_code == 200


def test_strangers_still_play_as_guests(client: Client) -> None:
    answer = client.post("/play/", {"bots": "1", "bot": "random"})
    assert answer.status_code == 303
    assert User.objects.get().is_guest


def test_members_sign_in_and_are_sent_on(client: Client, ana: User) -> None:
    sent = {"login": "Ana", "password": PASSWORD}
    assert client.post("/accounts/login/", sent).status_code == 302
    assert client.get(SIGN_UP).status_code == 302


def test_open_again_it_is_as_ever(client: Client) -> None:
    SiteSwitches.objects.update(signups_closed=False)
    assert client.post(SIGN_UP, form()).status_code == 302

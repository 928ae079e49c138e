"""A copy of one's data: asked for on a page, fetched by its owner alone."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from time_machine import TimeMachineFixture

from accounts.models import DataExport, User
from accounts.services import make_guest
from games.play.people import sweep
from tests.builders import NOW, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE, FILE = "/settings/data/", "/settings/data/file/"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def today(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana", email_proven_at=NOW)


def page(browser: Client) -> str:
    return words(browser.get(PAGE).content.decode())


def ask(browser: Client) -> str:
    """Ask for a copy; return what the page says then."""
    answer = browser.post(PAGE, follow=True)
    assert answer.redirect_chain == [(PAGE, 303)]
    return words(answer.content.decode())


def test_from_asking_to_fetching(ana: User) -> None:
    browser = browser_of(ana)
    assert "No copy asked for" in page(browser)
    told = ask(browser)
    assert "Your copy is being made." in told
    assert "You get a mail when it is ready." in told
    assert browser.get(FILE).status_code == 404
    sweep(NOW)
    assert "for 7 days, until" in page(browser)
    answer = browser.get(FILE)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="drako-data-2026-03-01.zip"'
    assert "no-store" in answer["Cache-Control"]
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert b'"Ana"' in archive.read("account.json")


def test_opening_the_page_asks_for_nothing(ana: User) -> None:
    browser = browser_of(ana)
    assert browser.get(PAGE).status_code == browser.head(PAGE).status_code == 200
    assert browser.head(FILE).status_code == 404
    assert browser.put(PAGE).status_code == browser.post(FILE).status_code == 405
    assert not DataExport.objects.exists()


def test_asking_twice_asks_once(ana: User) -> None:
    browser = browser_of(ana)
    ask(browser)
    ask(browser)
    assert DataExport.objects.count() == 1


def test_once_an_hour(ana: User, time_machine: TimeMachineFixture) -> None:
    browser = browser_of(ana)
    ask(browser)
    sweep(NOW)
    assert "You can ask for another copy from" in page(browser)
    assert "You have asked for a copy in the last hour" in ask(browser)
    assert browser.get(FILE).status_code == 200
    time_machine.move_to(NOW + HOUR, tick=False)
    browser = browser_of(ana)
    assert "Make another copy" in page(browser)
    assert "Being made" in ask(browser)
    assert browser.get(FILE).status_code == 404


def test_it_cannot_be_fetched_after_seven_days(ana: User, time_machine: TimeMachineFixture) -> None:
    ask(browser_of(ana))
    sweep(NOW)
    time_machine.move_to(NOW + 7 * DAY, tick=False)
    assert browser_of(ana).get(FILE).status_code == 404  # though no sweep has come yet


def test_nobody_else_fetches_it(ana: User) -> None:
    ask(browser_of(ana))
    sweep(NOW)
    assert Client().get(FILE).status_code == 404
    assert browser_of(make_user("Bo")).get(FILE).status_code == 404
    root = User.objects.create_superuser("Root", "root@example.org", "secret-word")
    assert browser_of(root).get(FILE).status_code == 404


def test_strangers_sign_in_first() -> None:
    assert Client().get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    assert Client().post(PAGE).status_code == 302
    assert not DataExport.objects.exists()


def test_guests_have_one_too() -> None:
    browser = browser_of(make_guest(NOW))
    assert "You get a mail" not in ask(browser)
    sweep(NOW)
    assert browser.get(FILE).status_code == 200


def test_the_way_there_is_on_the_settings(ana: User) -> None:
    html = browser_of(ana).get("/accounts/settings/").content.decode()
    assert f'href="{PAGE}"' in html
    assert 'href="/settings/delete/"' in html


def test_an_account_that_ends_meanwhile_is_no_fault(ana: User) -> None:
    """The page of somebody whose row goes while they ask."""
    browser = browser_of(ana)
    ana.delete()
    assert browser.post(PAGE).status_code == 302

"""Deleting one's account: the page says what happens, a password or a tick lets it happen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from time_machine import TimeMachineFixture

from accounts import sanctions
from accounts.models import User
from accounts.services import make_guest
from games.play.people import sweep
from games.play.people.closing import close_account
from games.views import delete_account as view
from tests.builders import NOW, make_game, make_staff, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/settings/delete/"
PASSWORD = {"password": "secret-word"}


@pytest.fixture(autouse=True)
def today(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOW)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana", email_proven_at=NOW)


def is_closed(user: User) -> bool:
    return User.objects.get(pk=user.pk).closing_at is not None


def test_the_page_says_what_happens(ana: User) -> None:
    make_game(ana, make_user("Bo"))
    make_game(ana)
    answer = browser_of(ana).get(PAGE)
    told = words(answer.content.decode())
    assert answer.status_code == 200
    assert "You leave the 1 game that goes on, as if you resigned." in told
    assert "A last mail to ana@example.org" in told
    assert "Get a copy of your data" in told
    assert not is_closed(ana)


def test_without_games_none_is_left(ana: User) -> None:
    assert "You leave" not in words(browser_of(ana).get(PAGE).content.decode())


def test_with_the_password_it_is_done_and_told(ana: User) -> None:
    browser = browser_of(ana)
    answer = browser.post(PAGE, PASSWORD, follow=True)
    assert answer.redirect_chain == [("/", 303)]
    assert "Your account is deleted." in words(answer.content.decode())
    assert is_closed(ana)
    assert "_auth_user_id" not in browser.session
    sweep(NOW)
    assert not User.objects.filter(pk=ana.pk).exists()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"password": "secret-Word"}, "This is not your password."),
        ({"password": "secret-word "}, "This is not your password."),
        ({"password": ""}, "Type your password"),
        ({}, "Type your password"),
        ({"sure": "on"}, "Type your password"),
        ({"password": "\0"}, "Null characters are not allowed."),
        ({"password": "x" * 5000}, "Ensure this value has at most 4096 characters"),
    ],
)
def test_without_it_nothing_is_done(ana: User, typed: dict[str, str], told: str) -> None:
    answer = browser_of(ana).post(PAGE, typed)
    assert answer.status_code == 422
    assert told in words(answer.content.decode())
    assert not is_closed(ana)


def test_nobody_guesses_the_password_at_a_browser_left_open(ana: User) -> None:
    cache.clear()
    browser = browser_of(ana)
    for _guess in range(10):
        assert browser.post(PAGE, {"password": "guessed"}).status_code == 422
    assert browser.post(PAGE, PASSWORD).status_code == 429
    assert not is_closed(ana)
    assert browser.get(PAGE).status_code == 200
    cache.clear()


def test_guests_who_have_none_tick_a_box() -> None:
    guest = make_guest(NOW)
    browser = browser_of(guest)
    assert browser.post(PAGE, PASSWORD).status_code == 422
    assert not is_closed(guest)
    assert browser.post(PAGE, {"sure": "on"}).status_code == 303
    assert is_closed(guest)


def test_every_other_device_is_signed_out_too(ana: User) -> None:
    phone = browser_of(ana)
    browser_of(ana).post(PAGE, PASSWORD)
    assert phone.get("/games/").status_code == 302
    assert phone.post(PAGE, PASSWORD)["Location"] == f"/accounts/login/?next={PAGE}"


def test_sent_twice_at_once_both_are_told_that_it_is_done(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def after_the_other(*, user_id: int, now: object) -> None:
        close_account(user_id=user_id, now=NOW)
        sweep(NOW)
        close_account(user_id=user_id, now=NOW)

    monkeypatch.setattr(view, "close_account", after_the_other)
    assert browser_of(ana).post(PAGE, PASSWORD)["Location"] == "/"


def test_strangers_have_none() -> None:
    assert Client().get(PAGE).status_code == Client().post(PAGE, PASSWORD).status_code == 302


def test_only_a_form_deletes(ana: User) -> None:
    browser = browser_of(ana)
    assert browser.head(PAGE).status_code == 200
    assert browser.delete(PAGE).status_code == 405
    assert Client(enforce_csrf_checks=True).post(PAGE, PASSWORD).status_code == 403
    assert not is_closed(ana)


def shut_out(user: User) -> None:
    sanctions.impose(
        user_id=user.pk,
        by=make_staff("moderator"),
        kind="suspension",
        reason="Stalling.",
        until=NOW + timedelta(days=3),
        games="leave",
        now=NOW,
    )


def test_the_suspended_read_why_not(ana: User) -> None:
    shut_out(ana)
    browser = browser_of(ana)
    for answer in (browser.get(PAGE), browser.post(PAGE, PASSWORD)):
        assert answer.status_code == 403
        told = words(answer.content.decode())
        assert "You cannot delete your account while you are suspended or banned." in told
    assert not is_closed(ana)


def test_a_suspension_that_comes_in_the_same_moment_wins(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def after_the_moderator(*, user_id: int, now: object) -> None:
        shut_out(ana)
        close_account(user_id=user_id, now=NOW)

    monkeypatch.setattr(view, "close_account", after_the_moderator)
    assert browser_of(ana).post(PAGE, PASSWORD).status_code == 403
    assert not is_closed(ana)


def test_the_last_superuser_reads_why_not() -> None:
    root = User.objects.create_superuser("Root", "root@example.org", "secret-word")
    browser = browser_of(root)
    assert "You are the only one" in words(browser.get(PAGE).content.decode())
    assert browser.post(PAGE, PASSWORD).status_code == 403
    assert not is_closed(root)
    User.objects.create_superuser("Second", "second@example.org", "secret-word")
    assert browser.post(PAGE, PASSWORD).status_code == 303
    assert is_closed(root)


def test_moderators_may_go() -> None:
    moderator = make_staff("moderator")
    assert browser_of(moderator).post(PAGE, PASSWORD).status_code == 303
    assert is_closed(moderator)

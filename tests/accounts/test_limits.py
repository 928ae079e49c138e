"""How often people sign in and up, by account and by network address."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from allauth.core.internal.ratelimit import parse_rates
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import limits
from accounts.models import User
from accounts.renaming import rename, take_name_away
from tests.accounts.conftest import PASSWORD
from tests.accounts.sign_up_form import form
from tests.builders import make_staff

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SIGN_IN, SIGN_UP = "/accounts/login/", "/accounts/signup/"


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The limits, to be made small."""
    changed = dict(settings.ACCOUNT_RATE_LIMITS)
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", changed)
    return changed


def request(user: User | None = None, address: str = "192.0.2.1") -> Any:
    made = RequestFactory().post("/", REMOTE_ADDR=address)
    made.user = user or AnonymousUser()
    return made


def guess(login: str, password: str = "a-wrong-guess", address: str = "192.0.2.1") -> Any:
    sent = {"login": login, "password": password}
    return Client().post(SIGN_IN, sent, REMOTE_ADDR=address)


def sign_up(name: str, address: str = "192.0.2.1", **changes: str) -> Any:
    sent = form(username=name, email=f"{name.lower()}@example.org", **changes)
    return Client().post(SIGN_UP, sent, REMOTE_ADDR=address)


@pytest.mark.parametrize("action", settings.ACCOUNT_RATE_LIMITS)
def test_every_limit_can_be_read(action: str) -> None:
    assert all(rate.per in ("ip", "user", "key") for rate in parse_rates(limits_of(action)))


def limits_of(action: str) -> str:
    return str(settings.ACCOUNT_RATE_LIMITS[action])


def test_a_limit_lets_so_many_through_and_says_how_long_to_wait(
    rates: dict[str, str], ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates["report"] = "2/h/user,3/d/user"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert [limits.allow(request(ana), "report") for _ in range(2)] == [None, None]
    assert limits.allow(request(ana), "report") == timedelta(hours=1)
    now += 3599
    assert limits.waits(request(ana), "report") == timedelta(seconds=1)
    now += 1
    assert limits.allow(request(ana), "report") is None
    now += 3600
    assert limits.allow(request(ana), "report") == timedelta(hours=22)  # the longer one


def test_what_is_refused_counts_for_nothing(rates: dict[str, str], ana: User) -> None:
    rates["report"] = "2/h/user,1/h/ip"
    limits.allow(request(ana), "report")
    for _refused in range(5):
        assert limits.allow(request(ana), "report")
    assert limits.allow(request(ana, "192.0.2.2"), "report") is None


def test_accounts_and_addresses_count_each_for_itself(
    rates: dict[str, str], ana: User, guest: User
) -> None:
    rates["report"] = "1/h/user"
    assert limits.allow(request(ana), "report") is None
    assert limits.allow(request(guest), "report") is None
    rates["guest"] = "1/h/ip"
    assert limits.allow(request(), "guest") is None
    assert limits.allow(request(), "guest")
    assert limits.allow(request(address="192.0.2.2"), "guest") is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "a minute"),
        (60, "a minute"),
        (61, "2 minutes"),
        (7200, "120 minutes"),
        (7201, "3 hours"),
    ],
)
def test_a_wait_in_words_is_never_too_short(seconds: int, words: str) -> None:
    assert limits.wait_words(timedelta(seconds=seconds)) == words


def test_wrong_passwords_lock_the_name_for_a_while_and_say_so(ana: User) -> None:
    for _guess in range(5):
        assert guess("Ana").status_code == 422
    answer = guess("Ana", PASSWORD, "192.0.2.2")
    assert answer.status_code == 429
    assert "Too many wrong passwords. You can try again in 5 minutes." in answer.content.decode()
    assert guess("Bo").status_code == 422


@pytest.mark.parametrize("spelling", ["aNA", " ana ", "ＡＮＡ", "Ａna"])
def test_another_spelling_of_the_name_is_no_way_round(ana: User, spelling: str) -> None:
    for _guess in range(5):
        guess("Ana")
    assert guess(spelling, PASSWORD).status_code == 429


def test_wrong_passwords_by_all_names_of_one_account_count_together(ana: User) -> None:
    rename(user=ana, name="Berta", now=timezone.now())
    logins = ["Ana", "Berta", "ANA", "berta", "BERTA"]
    assert [guess(login).status_code for login in logins] == [422] * 5
    assert [guess(login, PASSWORD).status_code for login in logins] == [429] * 5
    assert guess("Nobody").status_code == 422


def test_a_limit_that_a_name_has_met_does_not_tell_whose_an_address_is(ana: User) -> None:
    for _guess in range(5):
        guess("Ana")
    assert guess("ana@example.org").status_code == guess("else@example.org").status_code == 422


def test_a_name_that_was_taken_away_is_no_way_round(ana: User) -> None:
    now = timezone.now()
    row = take_name_away(user=ana, by=make_staff("moderator"), why="Bad.", now=now)
    for login in ("Ana", row.name, "Ana", row.name, "Ana"):
        guess(login)
    assert guess(row.name, PASSWORD).status_code == 429


@pytest.mark.parametrize("login", ["Nobody", "nobody@example.org"])
def test_logins_that_nobody_has_count_by_themselves(ana: User, login: str) -> None:
    for _guess in range(5):
        assert guess(login).status_code == 422
    assert guess(login.upper()).status_code == 429
    assert guess("Ana", PASSWORD).status_code == 302


def test_no_login_passes_for_an_account(ana: User) -> None:
    for _guess in range(5):
        guess(f"account:{ana.pk}")
    assert guess("Ana", PASSWORD).status_code == 302


def test_the_right_password_counts_for_nothing(ana: User) -> None:
    assert [guess("Ana", PASSWORD).status_code for _ in range(12)] == [302] * 12


def test_many_names_from_one_address_are_locked_too(rates: dict[str, str]) -> None:
    rates["login_failed"] = "3/5m/ip"
    answers = [guess(f"Name {number}").status_code for number in range(4)]
    assert answers == [422, 422, 422, 429]
    assert guess("Name 9", address="192.0.2.2").status_code == 422


def test_sign_ups_are_counted_once_the_account_stands(rates: dict[str, str]) -> None:
    rates["new_account"] = "2/h/ip"
    for _refused in range(3):
        assert sign_up("Bo", password1="short").status_code == 422
    assert [sign_up(name).status_code for name in ("Bo", "Cy", "Di")] == [302, 302, 429]
    assert User.objects.count() == 2
    assert sign_up("Di", "192.0.2.2").status_code == 302


def test_the_page_of_a_sign_up_too_many_says_when(rates: dict[str, str]) -> None:
    rates["new_account"] = "1/h/ip"
    sign_up("Bo")
    answer = sign_up("Cy")
    assert "You can try again in 60 minutes." in answer.content.decode()
    assert answer["Retry-After"]


def test_forms_without_end_meet_a_limit_too(rates: dict[str, str]) -> None:
    rates["signup"] = "2/10m/ip"
    answers = [sign_up("Bo", password1="short") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert "You can try again in 10 minutes." in answers[-1].content.decode()


def test_a_class_behind_one_address_signs_up_and_in(rates: dict[str, str]) -> None:
    names = [f"Pupil {number}" for number in range(30)]
    assert {sign_up(name.replace(" ", "")).status_code for name in names} == {302}
    assert {guess(name.replace(" ", ""), "a-wrong-guess").status_code for name in names[:15]} == {
        422
    }

"""What is done at the same moment counts as what is done in turn."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from accounts import limits
from accounts.models import User
from tests.accounts.sign_up_form import form
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The limits, to be made small."""
    changed = dict(settings.ACCOUNT_RATE_LIMITS)
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", changed)
    return changed


def request() -> Any:
    made = RequestFactory().post("/", REMOTE_ADDR="192.0.2.1")
    made.user = AnonymousUser()
    return made


def play(number: int) -> int:
    sent = {"number": f"number-{number:02d}" * 3, "bots": "1"}
    return Client().post("/play/", sent).status_code


def sign_up(number: int) -> int:
    sent = form(username=f"Pupil {number}", email=f"pupil{number}@example.org")
    return Client().post("/accounts/signup/", sent).status_code


@pytest.mark.django_db(transaction=True)
def test_of_many_guests_at_once_the_limit_lets_so_many_in(rates: dict[str, str]) -> None:
    rates["guest"] = "3/h/ip"
    answers = side_by_side([partial(play, number) for number in range(8)])
    assert sorted(answers) == [303] * 3 + [429] * 5
    assert User.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_of_many_sign_ups_at_once_too(rates: dict[str, str]) -> None:
    rates["new_account"] = "2/h/ip"
    answers = side_by_side([partial(sign_up, number) for number in range(5)])
    assert sorted(answers) == [302] * 2 + [429] * 3
    assert User.objects.count() == 2


def test_what_fails_counts_for_nothing(rates: dict[str, str]) -> None:
    rates["guest"] = "1/h/ip"
    for _failed in range(3):
        with pytest.raises(ZeroDivisionError), limits.counted(request(), "guest"):
            raise ZeroDivisionError
    with limits.counted(request(), "guest") as count:
        count.rollback()
    with limits.counted(request(), "guest"):
        pass
    with pytest.raises(limits.TooOftenError), limits.counted(request(), "guest"):
        raise AssertionError


def test_it_counts_before_it_is_done(rates: dict[str, str]) -> None:
    rates["guest"] = "1/h/ip"
    with limits.counted(request(), "guest"):
        assert limits.allow(request(), "guest")


def test_a_lock_that_nobody_gets_keeps_nobody_out(
    rates: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.limits.ratelimit.consume", lambda *_request, **_action: None)
    with limits.counted(request(), "guest") as count:
        count.rollback()

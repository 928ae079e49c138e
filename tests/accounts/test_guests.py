from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from accounts.models import User
from accounts.models.names import validate_name
from accounts.services import NoGuestNameError, make_guest

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


def choose(monkeypatch: pytest.MonkeyPatch, choice: Callable[[str], str]) -> None:
    monkeypatch.setattr("accounts.services.secrets", SimpleNamespace(choice=choice))


def test_a_guest_has_a_name_but_no_mail_and_no_password() -> None:
    guest = make_guest(NOW)
    assert guest.is_guest
    assert guest.name.startswith("Guest-")
    assert guest.email == ""
    assert not guest.has_usable_password()
    assert guest.date_joined == NOW
    validate_name(guest.name)


def test_guests_have_names_of_their_own() -> None:
    assert len({make_guest(NOW).name for _ in range(30)}) == 30


def test_a_taken_name_is_left_to_who_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("7777" + "7777" + "8888")
    choose(monkeypatch, lambda _: next(letters))
    first, second = make_guest(NOW), make_guest(NOW)
    assert [first.name, second.name] == ["Guest-7777", "Guest-8888"]


def test_when_every_name_is_taken_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    choose(monkeypatch, lambda _: "7")
    make_guest(NOW)
    with pytest.raises(NoGuestNameError):
        make_guest(NOW)
    assert User.objects.count() == 1

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import User
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SIGN_UP = "/accounts/signup/"


def test_a_guest_who_signs_up_keeps_the_row_and_so_the_games(
    as_guest: Client, guest: User, whoami: Callable[[Client], int | None]
) -> None:
    answer = as_guest.post(SIGN_UP, form())
    assert answer.status_code == 302
    row = User.objects.get()
    assert row.pk == guest.pk == whoami(as_guest)
    assert (row.name, row.email, row.is_guest) == ("Bo", "bo@example.org", False)
    assert mails()[0].to == ["bo@example.org"]


def test_the_session_is_kept_under_another_key(as_guest: Client) -> None:
    session = as_guest.session
    session["kept"] = "yes"
    session.save()
    as_guest.post(SIGN_UP, form())
    assert as_guest.session["kept"] == "yes"
    assert as_guest.session.session_key != session.session_key


def test_the_page_tells_that_the_games_are_kept(as_guest: Client, guest: User) -> None:
    page = as_guest.get(SIGN_UP).content.decode()
    assert f"You are playing as {guest.name}. Your games are kept" in page
    answer = as_guest.post(SIGN_UP, form())
    assert "Your games are kept." in [str(m) for m in get_messages(answer.wsgi_request)]


def test_a_stranger_is_told_nothing_of_games(client: Client) -> None:
    assert "games are kept" not in client.get(SIGN_UP).content.decode()


@pytest.mark.parametrize(
    ("field", "value"), [("username", "ana"), ("email", "ana@example.org"), ("username", "B")]
)
def test_a_refused_form_leaves_the_guest_as_is(
    as_guest: Client,
    guest: User,
    ana: User,
    field: str,
    value: str,
    whoami: Callable[[Client], int | None],
) -> None:
    answer = as_guest.post(SIGN_UP, form(**{field: value}))
    assert answer.context["form"].errors[field]
    guest.refresh_from_db()
    assert guest.is_guest
    assert whoami(as_guest) == guest.pk


def test_a_guest_does_not_keep_the_name_of_a_guest(as_guest: Client, guest: User) -> None:
    answer = as_guest.post(SIGN_UP, form(username=guest.name))
    assert "for guests" in answer.context["form"].errors["username"][0]

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client

from accounts.forms import SignUpForm
from accounts.models import User
from accounts.services import make_guest
from tests.accounts.conftest import NOW
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form

SIGN_UP = "/accounts/signup/"
Whoami = Callable[[Client], int | None]


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Sends forms at once; each has been found good before the first is saved."""

    def sent(*requests: tuple[Client, dict[str, str]]) -> list[Any]:
        barrier, save = Barrier(len(requests), timeout=20), SignUpForm.save

        def save_together(self: SignUpForm, request: HttpRequest) -> User:
            barrier.wait()
            return save(self, request)

        def post(request: tuple[Client, dict[str, str]]) -> Any:
            try:
                return request[0].post(SIGN_UP, request[1])
            finally:
                connection.close()

        monkeypatch.setattr(SignUpForm, "save", save_together)
        with ThreadPoolExecutor(len(requests)) as pool:
            return list(pool.map(post, requests))

    return sent


def same_session(client: Client) -> Client:
    other = Client()
    other.cookies.load(client.cookies.output(header=""))
    return other


@pytest.mark.django_db(transaction=True)
def test_a_double_click_makes_one_account(
    together: Callable[..., list[Any]], whoami: Whoami
) -> None:
    clients = Client(), Client()
    answers = together(*((client, form()) for client in clients))
    assert [answer.status_code for answer in answers] == [302, 302]
    user = User.objects.get()
    assert [whoami(client) for client in clients] == [user.pk, user.pk]
    assert len(mails()) == 1


@pytest.mark.django_db(transaction=True)
def test_a_guests_double_click_makes_the_guest_one_member(
    together: Callable[..., list[Any]], whoami: Whoami
) -> None:
    guest = make_guest(NOW)
    client = Client()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    clients = client, same_session(client)
    answers = together(*((client, form()) for client in clients))
    assert [answer.status_code for answer in answers] == [302, 302]
    user = User.objects.get()
    assert (user.pk, user.name) == (guest.pk, "Bo")
    assert [whoami(client) for client in clients] == [user.pk, user.pk]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("field", "changed"),
    [("username", {"email": "cy@example.org"}), ("email", {"username": "Cy"})],
)
def test_of_two_who_want_the_same_at_once_one_gets_it(
    together: Callable[..., list[Any]], field: str, changed: dict[str, str]
) -> None:
    answers = together((Client(), form()), (Client(), form(**changed)))
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    (refused,) = (answer for answer in answers if answer.status_code == 422)
    assert "already" in refused.context["form"].errors[field][0]
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_signs_up_twice_at_once_with_two_names_gets_one(
    together: Callable[..., list[Any]],
) -> None:
    client = Client()
    client.force_login(make_guest(NOW), backend="django.contrib.auth.backends.ModelBackend")
    other = form(username="Cy", email="cy@example.org")
    answers = together((client, form()), (same_session(client), other))
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    (refused,) = (answer for answer in answers if answer.status_code == 422)
    assert "another window" in refused.context["form"].non_field_errors()[0]
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_same_form_sent_later_signs_in(client: Client, whoami: Whoami) -> None:
    Client().post(SIGN_UP, form())
    assert client.post(SIGN_UP, form()).status_code == 302
    assert whoami(client) == User.objects.get().pk
    assert len(mails()) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changed", [{"password1": "another-long-walk"}, {"email": "cy@example.org"}]
)
def test_it_takes_name_mail_and_password_to_be_the_same_person(
    client: Client, whoami: Whoami, changed: dict[str, str]
) -> None:
    Client().post(SIGN_UP, form())
    assert client.post(SIGN_UP, form(**changed)).status_code == 422
    assert whoami(client) is None


@pytest.mark.django_db
def test_passwords_cannot_be_tried_out_by_signing_up(client: Client, whoami: Whoami) -> None:
    Client().post(SIGN_UP, form())
    for number in range(5):
        client.post(SIGN_UP, form(password1=f"a-wrong-guess-{number}"))
    assert client.post(SIGN_UP, form()).status_code == 422
    assert whoami(client) is None


@pytest.mark.django_db
def test_an_account_that_is_closed_is_not_entered_by_signing_up(
    client: Client, whoami: Whoami
) -> None:
    Client().post(SIGN_UP, form())
    User.objects.update(is_active=False)
    assert client.post(SIGN_UP, form()).status_code == 422
    assert whoami(client) is None

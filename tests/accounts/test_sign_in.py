from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import make_member
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
SIGN_IN = "/accounts/login/"
Whoami = Callable[[Client], int | None]


@pytest.mark.parametrize(
    "login", ["Ana", "aNA", " ana ", "ＡＮＡ", "ana@example.org", "ANA@Example.org"]
)
def test_one_signs_in_by_name_or_mail_address(
    client: Client, ana: User, whoami: Whoami, login: str
) -> None:
    answer = client.post(SIGN_IN, {"login": login, "password": PASSWORD})
    assert answer.status_code == 302
    assert answer["Location"] == reverse("my-games")
    assert whoami(client) == ana.pk


def test_a_name_with_accents_is_known_in_any_case(client: Client, whoami: Whoami) -> None:
    eva = make_member(name="Éva", email="eva@example.org", password=PASSWORD)
    client.post(SIGN_IN, {"login": "ÉVA", "password": PASSWORD})
    assert whoami(client) == eva.pk


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("Ana", "a-wrong-guess"),
        ("ana@example.org", "a-wrong-guess"),
        ("Bo", PASSWORD),
        ("bo@example.org", PASSWORD),
        ("", PASSWORD),
        ("Ana", ""),
        ("a\x00b", PASSWORD),
    ],
)
def test_others_are_refused(
    client: Client, ana: User, whoami: Whoami, login: str, password: str
) -> None:
    answer = client.post(SIGN_IN, {"login": login, "password": password})
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert whoami(client) is None


def test_a_refusal_does_not_tell_whether_there_is_such_an_account(
    client: Client, ana: User
) -> None:
    known, unknown = (
        client.post(SIGN_IN, {"login": login, "password": "a-wrong-guess"}).context["form"].errors
        for login in ("Ana", "Bo")
    )
    assert known == unknown


def test_nobody_signs_in_as_a_guest(client: Client, guest: User, whoami: Whoami) -> None:
    client.post(SIGN_IN, {"login": guest.name, "password": guest.password})
    assert whoami(client) is None


def test_a_closed_account_is_told_so(client: Client, ana: User, whoami: Whoami) -> None:
    User.objects.update(is_active=False)
    answer = client.post(SIGN_IN, {"login": "Ana", "password": PASSWORD})
    assert answer["Location"] == reverse("account_inactive")
    assert whoami(client) is None


def test_a_guest_may_sign_in_to_an_account_and_leaves_the_guest(
    as_guest: Client, guest: User, ana: User, whoami: Whoami
) -> None:
    session = as_guest.session
    session["of the guest"] = "yes"
    session.save()
    page = as_guest.get(SIGN_IN).content.decode()
    assert f"You are playing as {guest.name}" in page
    as_guest.post(SIGN_IN, {"login": "Ana", "password": PASSWORD})
    assert whoami(as_guest) == ana.pk
    assert "of the guest" not in as_guest.session
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_member_is_sent_on(as_ana: Client) -> None:
    assert as_ana.get(SIGN_IN)["Location"] == reverse("my-games")
    assert as_ana.get(SIGN_IN, {"next": "/lobby/"})["Location"] == "/lobby/"
    assert as_ana.get(SIGN_IN, {"next": "//evil.example/"})["Location"] == reverse("my-games")


def test_the_form_remembers_where_one_wanted_to_go(client: Client, ana: User) -> None:
    assert b'name="next" value="/lobby/"' in client.get(SIGN_IN, {"next": "/lobby/"}).content
    wanted = {"login": "Ana", "password": PASSWORD, "next": "/lobby/"}
    assert client.post(SIGN_IN, wanted)["Location"] == "/lobby/"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example"]
)
def test_nobody_is_led_elsewhere(client: Client, ana: User, elsewhere: str) -> None:
    wanted = {"login": "Ana", "password": PASSWORD, "next": elsewhere}
    assert client.post(SIGN_IN, wanted)["Location"] == reverse("my-games")


def test_after_five_wrong_guesses_the_right_one_has_to_wait(
    client: Client, ana: User, whoami: Whoami
) -> None:
    for number in range(5):
        client.post(SIGN_IN, {"login": "Ana", "password": f"a-wrong-guess-{number}"})
    answer = client.post(SIGN_IN, {"login": "Ana", "password": PASSWORD})
    assert "Too many" in answer.context["form"].non_field_errors()[0]
    assert whoami(client) is None


def test_too_many_tries_from_one_address_meet_a_page_that_says_so(client: Client) -> None:
    for number in range(60):
        client.post(SIGN_IN, {"login": f"Name {number}", "password": ""})
    answer = client.post(SIGN_IN, {"login": "Name", "password": ""})
    assert answer.status_code == 429
    assert b"You can try again in a minute." in answer.content

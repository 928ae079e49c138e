from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/signup/"


def test_a_stranger_signs_up_and_is_signed_in(
    client: Client, whoami: Callable[[Client], int | None]
) -> None:
    answer = client.post(SIGN_UP, form())
    assert answer.status_code == 302
    assert answer["Location"] == reverse("my-games")
    user = User.objects.get()
    assert (user.name, user.email, user.is_guest) == ("Bo", "bo@example.org", False)
    assert user.check_password("a-long-walk-home")
    assert whoami(client) == user.pk


def test_the_address_is_to_be_confirmed_by_a_mail_but_need_not(client: Client) -> None:
    client.post(SIGN_UP, form(username="Bo & Li's"))
    (sent,) = mails()
    assert sent.to == ["bo@example.org"]
    assert sent.subject == "Confirm your mail address for Drako"
    assert "Hello Bo & Li's," in sent.body
    assert "/accounts/confirm-email/" in sent.body
    assert client.get(reverse("settings")).status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "B", "at least 2"),
        ("username", "x" * 25, "at most 24"),
        ("username", "", "required"),
        ("username", "AnA", "Somebody has this name already, or one"),
        ("username", "ＡＮＡ", "Somebody has this name already, or one"),
        ("username", "Bo\u200b", "can be seen"),
        ("username", "Bo\x07x", "can be seen"),
        ("username", "a\x00b", "Null characters"),
        ("username", "bo@example.org", "no @"),
        ("username", "guest-2345", "for guests"),
        ("email", "nobody", "valid email"),
        ("email", "b\x00@example.org", "Null characters"),
        ("email", "", "required"),
        ("email", "ANA@example.org", "Somebody has this mail address already."),
        ("password1", "short", "too short"),
        ("password1", "password", "too common"),
        ("password1", "198419841984", "entirely numeric"),
        ("password1", "bo@example.org", "too similar"),
        ("password1", "", "required"),
    ],
)
def test_a_form_that_cannot_be_is_refused_with_a_sentence(
    client: Client, ana: User, field: str, value: str, sentence: str
) -> None:
    answer = client.post(SIGN_UP, form(**{field: value}))
    assert answer.status_code == 422
    assert any(sentence in error for error in answer.context["form"].errors[field])
    assert User.objects.count() == 1
    assert mails() == []


def test_a_name_like_the_password_is_refused(client: Client) -> None:
    answer = client.post(SIGN_UP, form(username="Bartholomew", password1="bartholomew1"))
    assert "too similar to the name" in answer.context["form"].errors["password1"][0]


def test_a_name_is_measured_in_its_normal_form(client: Client) -> None:
    client.post(SIGN_UP, form(username="e\u0301" * 24))
    assert User.objects.get().name == "é" * 24


def test_the_password_is_asked_once(client: Client) -> None:
    assert list(client.get(SIGN_UP).context["form"].fields) == ["username", "email", "password1"]


def test_a_member_is_sent_on(as_ana: Client) -> None:
    for answer in (as_ana.get(SIGN_UP), as_ana.post(SIGN_UP, form())):
        assert answer.status_code == 302
        assert answer["Location"] == reverse("my-games")
    assert User.objects.count() == 1


def test_one_goes_on_to_where_one_wanted(client: Client) -> None:
    assert client.post(SIGN_UP, form(next="/lobby/"))["Location"] == "/lobby/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:a"])
def test_nobody_is_led_elsewhere(client: Client, elsewhere: str) -> None:
    assert client.post(SIGN_UP, form(next=elsewhere))["Location"] == reverse("my-games")


def test_signing_up_needs_the_token_of_the_form() -> None:
    assert Client(enforce_csrf_checks=True).post(SIGN_UP, form()).status_code == 403


def test_an_account_without_its_address_is_no_account(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("cut off")

    monkeypatch.setattr("allauth.account.forms.setup_user_email", broken)
    with pytest.raises(RuntimeError, match="cut off"):
        client.post(SIGN_UP, form())
    assert not User.objects.exists()

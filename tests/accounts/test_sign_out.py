from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db
SIGN_OUT = "/accounts/logout/"
Whoami = Callable[[Client], int | None]


def test_a_member_signs_out(as_ana: Client, whoami: Whoami) -> None:
    answer = as_ana.post(SIGN_OUT)
    assert answer["Location"] == reverse("home")
    assert whoami(as_ana) is None


def test_looking_at_the_page_signs_nobody_out(as_ana: Client, ana: User, whoami: Whoami) -> None:
    assert "games are lost" not in as_ana.get(SIGN_OUT).content.decode()
    assert whoami(as_ana) == ana.pk


def test_a_guest_is_warned_and_offered_to_sign_up(
    as_guest: Client, guest: User, whoami: Whoami
) -> None:
    page = as_guest.get(SIGN_OUT).content.decode()
    assert "your games are lost" in page
    assert f'href="{reverse("account_signup")}"' in page
    assert whoami(as_guest) == guest.pk
    as_guest.post(SIGN_OUT)
    assert whoami(as_guest) is None


def test_a_stranger_is_sent_home(client: Client) -> None:
    assert client.get(SIGN_OUT)["Location"] == reverse("home")


def test_nobody_is_led_elsewhere(as_ana: Client) -> None:
    assert as_ana.post(SIGN_OUT, {"next": "//evil.example/"})["Location"] == reverse("home")


def test_signing_out_needs_the_token_of_the_form(ana: User, whoami: Whoami) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(SIGN_OUT).status_code == 403
    assert whoami(client) == ana.pk

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.mails import mails

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ASK = "/accounts/password/reset/"
CHOSEN = {"password1": "a-longer-walk-home", "password2": "a-longer-walk-home"}
Whoami = Callable[[Client], int | None]


def link(client: Client) -> str:
    client.post(ASK, {"email": "ana@example.org"})
    found = re.search(r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mails()[-1].body))
    assert found
    return found[1]


def test_the_mail_leads_to_a_new_password(client: Client, ana: User) -> None:
    page = client.get(link(client), follow=True)
    answer = client.post(page.request["PATH_INFO"], CHOSEN)
    assert answer["Location"] == reverse("account_reset_password_from_key_done")
    ana.refresh_from_db()
    assert ana.check_password("a-longer-walk-home")


def test_the_mail_is_text_as_it_is(client: Client, ana: User) -> None:
    User.objects.update(name="A & 'B'")
    link(client)
    (sent,) = mails()
    assert sent.subject == "A new password for Drako"
    assert "Hello A & 'B'," in sent.body


def test_an_unknown_address_gets_the_same_answer_and_a_mail_of_its_own(
    client: Client, ana: User
) -> None:
    known = client.post(ASK, {"email": "ana@example.org"})
    unknown = client.post(ASK, {"email": "bo@example.org"})
    assert known["Location"] == unknown["Location"] == reverse("account_reset_password_done")
    assert [sent.to for sent in mails()] == [["ana@example.org"], ["bo@example.org"]]
    assert "no account has this address" in " ".join(mails()[1].body.split())


def test_a_link_works_once(client: Client, ana: User) -> None:
    address = link(client)
    client.post(client.get(address, follow=True).request["PATH_INFO"], CHOSEN)
    page = client.get(address, follow=True)
    assert "This link has been used or is too old." in page.content.decode()


def test_a_made_up_link_is_refused(client: Client, ana: User) -> None:
    page = client.get("/accounts/password/reset/key/1-abc-def/", follow=True)
    assert "This link has been used or is too old." in page.content.decode()


@pytest.mark.parametrize(
    "chosen", [CHOSEN | {"password2": "another"}, {"password1": "short", "password2": "short"}]
)
def test_a_password_that_cannot_be_is_refused(
    client: Client, ana: User, chosen: dict[str, str]
) -> None:
    page = client.get(link(client), follow=True)
    assert client.post(page.request["PATH_INFO"], chosen).context["form"].errors
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_opening_the_link_takes_nobody_out_of_a_guests_games(
    as_guest: Client, guest: User, ana: User, whoami: Whoami
) -> None:
    page = as_guest.get(link(as_guest), follow=True)
    assert whoami(as_guest) == guest.pk
    as_guest.post(page.request["PATH_INFO"], CHOSEN)
    ana.refresh_from_db()
    assert ana.check_password("a-longer-walk-home")
    assert whoami(as_guest) == guest.pk


def test_a_reset_signs_nobody_in(client: Client, ana: User, whoami: Whoami) -> None:
    client.post(client.get(link(client), follow=True).request["PATH_INFO"], CHOSEN)
    assert whoami(client) is None

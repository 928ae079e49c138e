from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.models import Notice, User
from accounts.services import make_member
from tests.accounts.conftest import PASSWORD
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form

pytestmark = pytest.mark.django_db
PAGE = "/accounts/email/"
Whoami = Callable[[Client], int | None]


def link() -> str:
    found = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", str(mails()[-1].body))
    assert found
    return found[1]


def lost_a_race(*args: object, **kwargs: object) -> None:
    raise IntegrityError


def proven(client: Client, user: User) -> None:
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def test_a_link_confirms_when_the_button_is_pressed_not_before(client: Client) -> None:
    client.post("/accounts/signup/", form())
    page = client.get(link())
    assert "Is bo@example.org the address of Bo?" in page.content.decode()
    assert not EmailAddress.objects.get().verified
    client.post(link())
    assert EmailAddress.objects.get().verified


def test_opening_somebodys_link_signs_nobody_out(
    client: Client, as_guest: Client, guest: User, whoami: Whoami
) -> None:
    Client().post("/accounts/signup/", form())
    as_guest.get(link())
    as_guest.post(link())
    assert whoami(as_guest) == guest.pk
    assert EmailAddress.objects.get().verified


def test_a_made_up_or_used_link_says_so(client: Client) -> None:
    client.post("/accounts/signup/", form())
    used = link()
    client.post(used)
    for address in (used, "/accounts/confirm-email/abc/"):
        assert "used or is too old" in client.get(address).content.decode()
        assert client.post(address).status_code == 200


def test_a_changed_address_counts_when_it_is_confirmed(as_ana: Client, ana: User) -> None:
    proven(as_ana, ana)
    as_ana.post(PAGE, {"email": "Ana@home.example", "action_add": ""})
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    assert mails()[-1].to == ["ana@home.example"]
    as_ana.post(link())
    ana.refresh_from_db()
    assert ana.email == "ana@home.example"
    assert [address.email for address in EmailAddress.objects.all()] == ["ana@home.example"]


def test_a_change_can_be_taken_back(as_ana: Client, ana: User) -> None:
    proven(as_ana, ana)
    as_ana.post(PAGE, {"email": "ana@home.example", "action_add": ""})
    assert b"ana@home.example is not confirmed" in as_ana.get(PAGE).content
    as_ana.post(PAGE, {"email": "ana@home.example", "action_remove": ""})
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["ana@example.org"]


@pytest.mark.parametrize("email", ["nobody", "", "ana@example.org"])
def test_an_address_that_cannot_be_is_refused(as_ana: Client, ana: User, email: str) -> None:
    proven(as_ana, ana)
    answer = as_ana.post(PAGE, {"email": email, "action_add": ""})
    assert answer.context["form"].errors["email"]
    assert mails() == []


def test_the_address_in_use_cannot_be_dropped(as_ana: Client, ana: User) -> None:
    proven(as_ana, ana)
    as_ana.post(PAGE, {"email": "ana@example.org", "action_remove": ""})
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"


def test_an_address_does_not_become_the_one_in_use_unconfirmed(as_ana: Client, ana: User) -> None:
    make_member(name="Cy", email="cy@example.org", password=PASSWORD)
    as_ana.post(PAGE, {"email": "cy@example.org", "action_add": ""})
    as_ana.post(PAGE, {"email": "cy@example.org", "action_primary": ""})
    ana.refresh_from_db()
    assert ana.email != "cy@example.org"


def test_the_mail_is_sent_again_on_demand(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, {"email": "ana@home.example", "action_add": ""})
    mails()
    Notice.objects.update(sent_at=timezone.now() - timedelta(minutes=3))
    as_ana.post(PAGE, {"email": "ana@home.example", "action_send": ""})
    assert [sent.to for sent in mails()] == [["ana@home.example"]] * 2


def test_who_confirms_an_address_has_it_and_who_only_claimed_it_loses_it(
    as_ana: Client, ana: User
) -> None:
    proven(as_ana, ana)
    Client().post("/accounts/signup/", form())
    as_ana.post(PAGE, {"email": "bo@example.org", "action_add": ""})
    as_ana.post(PAGE, {"email": "bo@example.org", "action_send": ""})
    assert as_ana.post(link()).status_code == 302
    ana.refresh_from_db()
    assert ana.email == "bo@example.org"
    assert User.objects.get(name="Bo").email == ""
    assert EmailAddress.objects.get().user == ana


def test_an_address_confirmed_by_one_is_not_confirmed_by_another(as_ana: Client, ana: User) -> None:
    proven(as_ana, ana)
    other = Client()
    other.post("/accounts/signup/", form())
    as_ana.post(PAGE, {"email": "bo@example.org", "action_add": ""})
    as_ana.post(PAGE, {"email": "bo@example.org", "action_send": ""})
    anas = link()
    bo = User.objects.get(name="Bo")
    EmailAddress.objects.filter(user=bo).update(verified=True)
    assert "confirmed address of another account" in as_ana.get(anas).content.decode()
    as_ana.post(anas)
    ana.refresh_from_db()
    bo.refresh_from_db()
    assert (ana.email, bo.email) == ("ana@example.org", "bo@example.org")


def test_the_same_change_sent_twice_at_once_is_one_change(
    as_ana: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allauth.account.managers.EmailAddressManager.add_new_email", lost_a_race)
    answer = as_ana.post(PAGE, {"email": "ana@home.example", "action_add": ""})
    assert answer["Location"] == PAGE


def test_who_confirms_an_address_a_moment_too_late_is_told_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/accounts/signup/", form())
    monkeypatch.setattr(DefaultAccountAdapter, "confirm_email", lost_a_race)
    page = client.post(link(), follow=True).content.decode()
    assert "bo@example.org is the confirmed address of another account." in page


@pytest.mark.parametrize("page", ["/accounts/email/", "/games/", "/settings/mail/"])
def test_who_asks_again_at_once_reads_when_a_mail_can_be_sent(as_ana: Client, page: str) -> None:
    sent = {"email": "ana@example.org", "action_send": ""}
    assert 'action="/accounts/email/"' in as_ana.get(page).content.decode() or page == PAGE
    first = as_ana.post(PAGE, sent, follow=True).content.decode()
    assert "A mail is on its way to ana@example.org" in first
    assert len(mails()) == 1
    again = as_ana.post(PAGE, sent, follow=True).content.decode()
    assert "you can have another one in 3 minutes." in again
    assert len(mails()) == 1


def test_who_adds_an_address_again_at_once_reads_it_too(as_ana: Client, ana: User) -> None:
    proven(as_ana, ana)
    new = {"email": "ana@home.example"}
    as_ana.post(PAGE, new | {"action_add": ""})
    mails()
    as_ana.post(PAGE, new | {"action_remove": ""})
    assert (
        "No mail was sent"
        in as_ana.post(PAGE, new | {"action_add": ""}, follow=True).content.decode()
    )


def test_a_used_link_says_so_however_it_is_opened(as_ana: Client) -> None:
    as_ana.post(PAGE, {"email": "ana@example.org", "action_send": ""})
    used = link()
    as_ana.post(used)
    pages = [as_ana.get(used), as_ana.post(used)]
    assert [page.status_code for page in pages] == [200, 200]
    assert all("This link has been used or is too old." in p.content.decode() for p in pages)

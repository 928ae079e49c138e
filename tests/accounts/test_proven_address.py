"""Mail goes to addresses that are proven; what was refused counts until one is proven again."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import Notice, User
from tests.accounts.conftest import NOW
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form
from tests.fixtures.mail_server import MailServer

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/accounts/email/"


def link(text: object) -> str:
    found = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", str(text))
    assert found
    return found[1]


def proven_at(user: User) -> datetime | None:
    user.refresh_from_db()
    return user.email_proven_at


@pytest.fixture
def refused(ana: User) -> User:
    """Ana, whose address was refused and who has a mail waiting for that reason."""
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    ana.email_proven_at, ana.refused_address, ana.refused_why = NOW, ana.email, "550 Nobody here"
    ana.save()
    Notice.objects.create(user=ana, key="turn:1", kind="turn", created_at=NOW, not_before=NOW)
    return ana


def test_an_address_is_proven_by_the_link_not_by_signing_up(client: Client) -> None:
    client.post("/accounts/signup/", form())
    bo = User.objects.get(name="Bo")
    assert proven_at(bo) is None
    confirm = link(mails()[-1].body)
    with time_machine.travel(NOW, tick=False):
        client.post(confirm)
    assert proven_at(bo) == NOW


def test_a_changed_address_is_proven_and_what_waits_is_looked_at_at_once(
    as_ana: Client, refused: User
) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        as_ana.force_login(refused, backend="django.contrib.auth.backends.ModelBackend")
        as_ana.post(PAGE, {"email": "ana@home.example", "action_add": ""})
        confirm = link(mails()[-1].body)
        assert Notice.objects.get(kind="turn").not_before == NOW + timedelta(days=1)
        clock.shift(60)
        as_ana.post(confirm)
    refused.refresh_from_db()
    proven = NOW + timedelta(minutes=1)
    assert (refused.email, refused.email_proven_at) == ("ana@home.example", proven)
    assert (refused.refused_address, refused.refused_why) == ("", "")
    assert Notice.objects.get(kind="turn").not_before == proven


def test_an_address_that_cannot_be_confirmed_proves_nothing(as_ana: Client, refused: User) -> None:
    as_ana.post(PAGE, {"email": "bo@example.org", "action_add": ""})
    confirm = link(mails()[-1].body)
    bo = User.objects.create_user("Bo", "bo@example.org")
    EmailAddress.objects.create(user=bo, email=bo.email, primary=True, verified=True)
    as_ana.post(confirm)
    refused.refresh_from_db()
    assert (refused.email_proven_at, refused.refused_address) == (NOW, "ana@example.org")


def test_who_loses_an_address_has_no_proven_one(as_ana: Client, ana: User) -> None:
    Client().post("/accounts/signup/", form())
    bo = User.objects.get(name="Bo")
    User.objects.filter(pk=bo.pk).update(email_proven_at=NOW)
    as_ana.post(PAGE, {"email": "bo@example.org", "action_add": ""})
    cache.clear()
    as_ana.post(PAGE, {"email": "bo@example.org", "action_send": ""})
    (confirm,) = {link(sent.body) for sent in mails() if "Hello Ana" in str(sent.body)}
    as_ana.post(confirm)
    bo.refresh_from_db()
    assert (bo.email, bo.email_proven_at) == ("", None)


def test_a_change_that_is_refused_by_the_other_end_is_marked(
    as_ana: Client, ana: User, mail_server: MailServer
) -> None:
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    mail_server.fail("RCPT", "550 5.1.1 No such user", to="ana@nowhere.example")
    as_ana.post(PAGE, {"email": "ana@nowhere.example", "action_add": ""})
    mails()
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    assert ana.refused_address == "ana@nowhere.example"
    assert ana.refused_why == "550 5.1.1 No such user"


def test_mails_about_the_account_try_a_refused_address_all_the_same(
    client: Client, refused: User
) -> None:
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    assert [sent.subject for sent in mails()] == ["A new password for Drako"]


def test_a_link_that_is_of_no_use_any_more_is_not_sent(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, {"email": "ana@home.example", "action_add": ""})
    as_ana.post(PAGE, {"email": "ana@home.example", "action_remove": ""})
    assert mails() == []
    assert Notice.objects.get().error == "the address is proven already, or given up"


def test_mails_to_an_address_that_nobody_has_are_nobodys(client: Client, ana: User) -> None:
    for email in ("ana@example.org", "nobody@example.org"):
        client.post("/accounts/password/reset/", {"email": email})
    whose = Notice.objects.order_by("pk").values_list("user", flat=True)
    assert list(whose) == [ana.pk, None]
    assert len(mails()) == 2

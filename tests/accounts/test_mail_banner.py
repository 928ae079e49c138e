from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, User
from tests.views.visitors import words

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
REFUSED = "refuses our mails"
UNCONFIRMED = "Confirm your mail address to get a mail when it is your turn."
PAGES = ["/", "/lobby/", "/new/", "/games/", "/rules/", "/accounts/settings/", "/accounts/email/"]


def mark(ana: User, **columns: object) -> None:
    User.objects.filter(pk=ana.pk).update(**columns)


def text(client: Client, page: str) -> str:
    return words(client.get(page).content.decode())


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_that_the_address_is_refused(as_ana: Client, ana: User, page: str) -> None:
    mark(ana, refused_address=ana.email, email_proven_at=timezone.now())
    shown = as_ana.get(page).content.decode()
    assert f"The mail server of ana@example.org {REFUSED}, so you get none." in words(shown)
    assert '<a href="/accounts/email/">Correct your mail address</a>' in shown
    assert UNCONFIRMED not in words(shown)


def test_an_address_that_is_to_be_confirmed_may_be_refused_as_well(
    as_ana: Client, ana: User
) -> None:
    mark(ana, refused_address="ana@home.exmaple", email_proven_at=timezone.now())
    sentence = f"The mail server of ana@home.exmaple {REFUSED}, so you cannot confirm this address."
    assert sentence in text(as_ana, "/")


@pytest.mark.parametrize("page", PAGES)
def test_one_s_own_pages_ask_to_confirm_the_address(as_ana: Client, page: str) -> None:
    shown = as_ana.get(page).content.decode()
    own = page in ("/games/", "/accounts/settings/")
    assert (UNCONFIRMED in words(shown)) is own
    assert ('name="action_send"' in shown) is (own or page == "/accounts/email/")


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_said_of_an_address_that_works(as_ana: Client, ana: User, page: str) -> None:
    mark(ana, email_proven_at=timezone.now())
    assert REFUSED not in text(as_ana, page)
    assert UNCONFIRMED not in text(as_ana, page)


@pytest.mark.parametrize("page", ["/", "/games/", "/accounts/settings/"])
def test_nor_to_guests_and_strangers(client: Client, as_guest: Client, page: str) -> None:
    for reader in (Client(), as_guest):
        shown = words(reader.get(page, follow=True).content.decode())
        assert REFUSED not in shown
        assert UNCONFIRMED not in shown


def test_it_takes_no_query(as_ana: Client, ana: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            as_ana.get("/games/")
        return len(seen)

    as_ana.get("/games/")
    mark(ana, email_proven_at=timezone.now())
    before = queries()
    mark(ana, refused_address=ana.email)
    assert queries() == before
    mark(ana, refused_address="", email_proven_at=None)
    assert queries() == before


def confirmation(ana: User) -> str:
    """Where the latest mail to Ana leads."""
    told = Notice.objects.filter(user=ana, kind="account").latest("pk").payload["text"]
    found = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", told)
    assert found
    return found[1]


def test_the_button_sends_the_mail_that_confirms_the_address(as_ana: Client, ana: User) -> None:
    as_ana.post("/accounts/email/", {"email": ana.email, "action_send": ""})
    as_ana.post(confirmation(ana))
    ana.refresh_from_db()
    assert ana.email_proven_at
    assert UNCONFIRMED not in text(as_ana, "/games/")


def test_a_confirmed_address_that_was_refused_since_can_be_confirmed_once_more(
    as_ana: Client, ana: User
) -> None:
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    mark(ana, refused_address=ana.email, email_proven_at=timezone.now())
    as_ana.post("/accounts/email/", {"email": ana.email, "action_send": ""})
    assert REFUSED in text(as_ana, "/")
    as_ana.post(confirmation(ana))
    assert REFUSED not in text(as_ana, "/")
    assert EmailAddress.objects.get().verified


def test_a_confirmed_address_that_works_stays_confirmed(as_ana: Client, ana: User) -> None:
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    as_ana.post("/accounts/email/", {"email": ana.email, "action_send": ""})
    assert EmailAddress.objects.get().verified

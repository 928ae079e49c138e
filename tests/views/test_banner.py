"""What staff tell everybody stands on top of every page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import SiteSwitches
from tests.builders import make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
BANNER = "Maintenance <b>at noon</b>\nBack at one"
PAGES = [
    "/",
    "/rules/",
    "/lobby/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
]
OWN_PAGES = ["/games/", "/new/", "/accounts/settings/", "/accounts/name/", "/settings/mail/"]


@pytest.fixture
def hang() -> Callable[[str], None]:
    def hung(banner: str) -> None:
        SiteSwitches.objects.update_or_create(pk=1, defaults={"banner": banner})
        caches["process"].clear()

    return hung


@pytest.mark.parametrize("address", PAGES)
def test_strangers_see_it_on_every_page(
    client: Client, hang: Callable[[str], None], address: str
) -> None:
    hang(BANNER)
    page = client.get(address).content.decode()
    assert "Maintenance &lt;b&gt;at noon&lt;/b&gt;<br>Back at one" in page
    assert page.index("Maintenance") < page.index("<header")
    assert "Announcement" in page


@pytest.mark.parametrize("address", OWN_PAGES)
def test_members_do(hang: Callable[[str], None], address: str) -> None:
    hang(BANNER)
    assert "Maintenance <b>at noon</b>" in words(
        browser_of(make_user()).get(address).content.decode()
    )


def test_pages_that_are_missing_show_it_too(client: Client, hang: Callable[[str], None]) -> None:
    hang(BANNER)
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Maintenance" in answer.content.decode()


def test_without_one_nothing_stands_there(client: Client, hang: Callable[[str], None]) -> None:
    hang("")
    assert "Announcement" not in client.get("/").content.decode()


def test_it_costs_no_query_once_it_is_known(client: Client, hang: Callable[[str], None]) -> None:
    hang(BANNER)
    with CaptureQueriesContext(connection) as first:
        client.get("/rules/")
    with CaptureQueriesContext(connection) as again:
        assert "Maintenance" in client.get("/rules/").content.decode()
    assert (len(first), len(again)) == (1, 0)


def test_a_page_comes_without_it_while_the_rows_are_away(
    client: Client, hang: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> SiteSwitches:
        raise DatabaseError

    hang(BANNER)
    monkeypatch.setattr("accounts.switches.now_switches", away)
    answer = client.get("/rules/")
    assert answer.status_code == 200
    assert "Maintenance" not in answer.content.decode()

"""Whoever is suspended gets one page in place of all others, from the next request to the last."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import sanctions
from accounts.models import Sanction, User
from accounts.services import make_guest
from games.mail.stop import stop_token
from games.models import Game
from tests.builders import NOW, make_game, make_staff, make_user
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.sqlite]
DAY = timedelta(days=1)
SHUT = "You are suspended"
ADDRESSES = (
    "/",
    "/lobby/",
    "/games/",
    "/new/",
    "/play/",
    "/settings/mail/",
    "/settings/vacation/",
    "/settings/conduct/",
    "/accounts/settings/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/name/",
    "/admin/",
    "/people/Bo/",
    "/report/",
    "/no/such/page/",
    "/suspended",
)


@pytest.fixture
def now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Mo")


def suspend(user: User, by: User, until: datetime | None = NOW + DAY) -> Sanction:
    kind, games = ("suspension", "pause") if until else ("ban", "leave")
    return sanctions.impose(
        user_id=user.pk, by=by, kind=kind, reason="Rude.", until=until, games=games, now=NOW
    )


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["get", "post", "head", "put", "delete", "options"])
def test_every_address_and_method_is_shut(
    ana: User, moderator: User, address: str, method: str
) -> None:
    suspend(ana, moderator)
    answer = getattr(browser_of(ana), method)(address)
    assert answer.status_code == 403
    assert method == "head" or SHUT in answer.content.decode()


@pytest.mark.parametrize("page", ["", "poll/", "join/", "leave/", "call-off/", "acts/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_so_are_their_tables(ana: User, moderator: User, page: str, method: str) -> None:
    game = make_game(ana, make_user())
    version = game.version
    suspend(ana, moderator)
    answer = getattr(browser_of(ana), method)(f"{game.get_absolute_url()}{page}", {"act": "draw"})
    assert answer.status_code == 403 and SHUT in answer.content.decode()
    assert Game.objects.get().version == version


def test_parts_of_pages_lead_to_the_page(ana: User, moderator: User) -> None:
    game = make_game(ana, make_user())
    suspend(ana, moderator)
    client = browser_of(ana)
    for address in (game.get_absolute_url(), f"{game.get_absolute_url()}poll/", "/lobby/"):
        for ask in (client.get, client.post):
            answer = ask(address, headers={"HX-Request": "true"})
            assert (answer.status_code, answer["HX-Redirect"]) == (403, "/suspended/")
            assert not answer.content


def test_a_form_without_token_changes_nothing_and_gets_the_page(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    assert SHUT in client.post("/play/").content.decode()
    assert client.post("/suspended/", {"text": "a"}).status_code == 403
    assert not Game.objects.exists()


def test_what_stays_open(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    client = browser_of(ana)
    for name in ("suspended", "rules", "account_email", "account_change_password"):
        answer = client.get(reverse(name))
        assert answer.status_code == 200, name
    stop = reverse("mail-stop", args=[stop_token(ana, ["turn"])])
    assert client.post(stop).status_code == 200
    changed = client.post(
        "/accounts/password/change/",
        {
            "oldpassword": "secret-word",
            "password1": "an0ther-secret",
            "password2": "an0ther-secret",
        },
    )
    assert changed.status_code == 302
    ana.refresh_from_db()
    assert ana.check_password("an0ther-secret")


@pytest.mark.parametrize("name", ["my-data", "delete-account"])
def test_their_data_and_the_words_about_deleting_stay_open(
    ana: User, moderator: User, name: str
) -> None:
    suspend(ana, moderator)
    assert SHUT not in browser_of(ana).get(reverse(name)).content.decode()
    ana.refresh_from_db()
    assert ana.closing_at is None


def test_signing_out_and_in_works_and_leads_to_the_page(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    client = browser_of(ana)
    assert client.post("/accounts/logout/").status_code == 302
    assert client.get("/lobby/").status_code == 200
    into = {"login": "Ana", "password": "secret-word"}
    answer = client.post("/accounts/login/", into, follow=True)
    assert answer.status_code == 403 and SHUT in answer.content.decode()
    assert client.session["_auth_user_id"] == str(ana.pk)


def test_lifted_everything_works_at_once(ana: User, moderator: User) -> None:
    sanction = suspend(ana, moderator)
    client = browser_of(ana)
    assert client.get("/lobby/").status_code == 403
    sanctions.lift(sanction_id=sanction.pk, by=moderator, why="Sorry.", now=NOW)
    assert client.get("/lobby/").status_code == 200


def test_it_ends_at_its_moment_and_a_ban_never(ana: User, moderator: User) -> None:
    bo = make_user("Bo")
    suspend(ana, moderator)
    suspend(bo, moderator, until=None)
    for at, status in ((DAY - timedelta(seconds=1), 403), (DAY, 200)):
        with time_machine.travel(NOW + at, tick=False):
            assert browser_of(ana).get("/lobby/").status_code == status
    with time_machine.travel(NOW + 3000 * DAY, tick=False):
        assert browser_of(bo).get("/lobby/").status_code == 403


def test_staff_who_are_suspended_have_no_admin(moderator: User) -> None:
    client = browser_of(moderator)
    assert client.get("/admin/").status_code == 200
    suspend(moderator, make_user("Root", is_staff=True, is_superuser=True))
    assert client.get("/admin/").status_code == 403
    assert client.get("/admin/login/").status_code == 403


def test_a_guest_is_shut_out_and_a_stranger_is_not(moderator: User) -> None:
    guest = make_guest(NOW)
    suspend(guest, moderator)
    assert browser_of(guest).get("/accounts/signup/").status_code == 403
    assert Client().get("/lobby/").status_code == 200


@pytest.mark.parametrize("kind", ["mute", "warning"])
def test_the_muted_and_the_warned_go_where_they_like(ana: User, moderator: User, kind: str) -> None:
    until = NOW + DAY if kind == "mute" else None
    sanctions.impose(user_id=ana.pk, by=moderator, kind=kind, reason="Rude.", until=until, now=NOW)
    assert browser_of(ana).get("/lobby/").status_code == 200
    ana.refresh_from_db()
    assert ana.is_muted(NOW) == (kind == "mute")


def test_nobody_else_s_request_asks_more_of_the_database(ana: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        Client().get("/rules/")
    assert not queries
    game = make_game(ana, make_user())
    client = browser_of(ana)
    client.get("/rules/")
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{game.get_absolute_url()}poll/?page=table&v={game.version}&seat=0")
    assert len(queries) == 3  # the session, the person, a glance at the game


def test_a_part_for_the_suspended_asks_for_the_person_alone(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    client = browser_of(ana)
    with CaptureQueriesContext(connection) as queries:
        client.get("/lobby/", headers={"HX-Request": "true"})
    assert len(queries) == 2

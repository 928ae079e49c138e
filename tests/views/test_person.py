"""Somebody's page: what is on it, what never is, and which names lead to it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.blocks import block
from accounts.models import HeldName, PersonNote, Sanction, User
from accounts.models.names import name_key, name_skeleton
from accounts.sanctions import impose
from accounts.services import make_guest
from games.models import Game
from games.play.lobby import Options, join, open_table
from tests.builders import NOW, SEED, make_game, make_report, make_staff, make_turns, make_user
from tests.views.sitting import sit
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def ana() -> User:
    return make_user(
        "Ana", email="ana.secret@example.org", date_joined=datetime.fromisoformat(JOINED)
    )


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


JOINED = "2025-07-14T21:43:10+00:00"


def page(client: Client, name: str = "Ana") -> str:
    answer = client.get(f"/people/{name}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_everybody_sees_who_it_is_and_since_when(client: Client, ana: User) -> None:
    text = words(page(client))
    assert "Ana Member since Mon 14 Jul 2025" in text
    assert "21:43" not in text
    assert "Turns in time none with a clock yet" in text
    assert "Rating no rated game yet" in text
    assert "Finished games None of the lobby yet." in text
    assert "At no table of the lobby now." in text
    assert "/report/" not in page(client)


def test_it_tells_how_many_turns_were_in_time(client: Client, ana: User) -> None:
    make_turns(ana, 40, late=2)
    assert "Turns in time 40 of the latest 42" in words(page(client))


def test_it_lists_the_tables_of_the_lobby_under_way(client: Client, ana: User, bo: User) -> None:
    running = make_game(ana, bo)
    waiting = open_table(host=bo, options=Options(players=3), now=NOW)
    join(game_id=waiting.pk, user=ana, seed=SEED, now=NOW)
    by_link = make_game(ana, bo, public=False)
    left = make_game(ana, bo, make_user("Cyprian"))
    left.seats.filter(user=ana).update(left_at=NOW, left_why="resigned")
    over = make_game(ana, bo)
    Game.objects.filter(pk=over.pk).update(
        status="over", record={}, deadline=None, stopped_seconds=None
    )
    text = page(client)
    for game, listed in [
        (running, True),
        (waiting, True),
        (by_link, False),
        (left, False),
        (over, False),
    ]:
        assert (game.get_absolute_url() in text) == listed
    assert "1 of 3 seats free" in text
    assert "With Bo" in text
    assert "With you" in page(browser_of(bo))


def test_it_tells_until_when_somebody_is_away(client: Client, ana: User) -> None:
    now = timezone.now()
    User.objects.update(vacation_from=now + DAY, vacation_until=now + 2 * DAY)
    assert "On vacation" not in page(client)
    User.objects.update(vacation_from=now - DAY)
    assert "On vacation until" in page(client)


def test_nothing_private_is_on_it(ana: User, bo: User) -> None:
    moderator = make_staff("moderator", "Moda")
    impose(
        user_id=ana.pk,
        by=moderator,
        kind=Sanction.Kind.SUSPENSION,
        reason="For a reason.",
        until=timezone.now() + DAY,
        games=Sanction.Games.PAUSE,
        now=timezone.now(),
    )
    PersonNote.objects.create(person=ana, by=moderator, at=NOW, text="A note.")
    make_report(ana, reporter=make_user("Cyprian"), text="A text.")
    text = page(browser_of(bo))
    for private in (
        "ana.secret",
        "reason",
        "uspen",
        "A note",
        "A text",
        "Cyprian",
        "Moda",
        "127.0",
    ):
        assert private not in text


@pytest.mark.parametrize("name", ["ana", "ANA", "Ａｎａ", " Ana"])
def test_every_spelling_leads_to_the_one_in_use(client: Client, ana: User, name: str) -> None:
    answer = client.get(f"/people/{quote(name)}/")
    assert (answer.status_code, answer["Location"]) == (302, "/people/Ana/")


def test_a_former_name_leads_to_the_one_in_use(client: Client, ana: User) -> None:
    HeldName.objects.create(
        user=ana,
        name="Zoë",
        name_key=name_key("Zoë"),
        skeleton=name_skeleton("Zoë"),
        until=timezone.now() + DAY,
    )
    answer = client.get(f"/people/{quote('zoë')}/")
    assert (answer.status_code, answer["Location"]) == (302, "/people/Ana/")


@pytest.mark.parametrize("name", ["Nobody", "A%00na", "x" * 500, "%FF", "Elder", "Ash (bot)"])
def test_where_there_is_nobody_there_is_no_page(client: Client, ana: User, name: str) -> None:
    assert client.get(f"/people/{name}/").status_code == 404


@pytest.mark.parametrize("gone", [{"is_active": False}, {"closing_at": NOW}])
def test_who_leaves_has_none(client: Client, ana: User, gone: dict[str, Any]) -> None:
    User.objects.update(**gone)
    assert client.get("/people/Ana/").status_code == 404
    assert client.get("/people/ana/").status_code == 404


def test_guests_have_one_for_those_who_are_signed_in(client: Client, ana: User) -> None:
    guest = make_guest(timezone.now())
    for name in (guest.name, guest.name.lower()):
        assert client.get(f"/people/{name}/").status_code == 404
    for reader in (ana, make_guest(NOW)):
        assert "Guest since" in page(browser_of(reader), guest.name)


@pytest.mark.parametrize("name", ["A/b", "50% of?", "#1 & Ana", "Zoë x"])
def test_names_with_signs_have_pages_and_can_be_reported(bo: User, name: str) -> None:
    game = make_game(bo, User.objects.create_user(name))
    browser = browser_of(bo)
    [address] = {
        link["href"]
        for link in sit(game, bo).see().all(tag="a")
        if link["href"].startswith("/people/") and link["href"] != "/people/Bo/"
    }
    answer = browser.get(address)
    assert answer.status_code == 200
    form = browser.get(f"/report/?person={quote(name, safe='')}")
    assert f"/report/?person={quote(name, safe='')}" in answer.content.decode()
    assert words(form.content.decode()).count(f"Report {name}") == 2


def test_others_can_report_and_block_from_it(ana: User, bo: User) -> None:
    for reader in (bo, make_guest(NOW)):
        text = page(browser_of(reader))
        assert 'href="/report/?person=Ana"' in text
    own = page(browser_of(ana))
    assert "/report/" not in own
    assert "/block/" not in own
    assert own.count('href="/accounts/settings/"') == 2


def test_who_is_blocked_sees_the_page_as_before(ana: User, bo: User) -> None:
    game = make_game(ana, bo)
    before = page(browser_of(bo))
    block(by=ana, person_id=bo.pk, now=NOW)
    assert _without_tokens(page(browser_of(bo))) == _without_tokens(before)
    assert game.get_absolute_url() in before
    assert browser_of(ana).get("/people/Bo/").status_code == 200


def _without_tokens(html: str) -> str:
    return re.sub(r"\w{64}", "", html)


def test_tables_cost_no_query_more(client: Client, ana: User, bo: User) -> None:
    counts = set()
    for number in range(3):
        make_game(ana, bo, make_user(), players=2 + number)
        with CaptureQueriesContext(connection) as queries:
            page(client)
        counts.add(len(queries))
    assert len(counts) == 1


def test_only_looking_is_possible(bo: User, ana: User) -> None:
    assert browser_of(bo).post("/people/Ana/").status_code == 405


class TestNamesLeadThere:
    def test_at_the_table(self, client: Client, ana: User, bo: User) -> None:
        game = make_game(ana, bo, players=3)
        everywhere = "Your page"
        found = sit(game, ana).see().all(tag="a")
        links = [link["href"] for link in found if link.words != everywhere]
        assert links.count("/people/Bo/") == links.count("/people/Ana/") == 1
        assert sum(link.startswith("/people/") for link in links) == 2  # bots have none
        User.objects.filter(pk=bo.pk).update(closing_at=NOW)
        assert "/people/Bo/" not in client.get(game.get_absolute_url()).content.decode()

    def test_in_the_waiting_room(self, client: Client, ana: User) -> None:
        guest = make_guest(NOW)
        game = open_table(host=ana, options=Options(players=3, public=False), now=NOW)
        join(game_id=game.pk, user=guest, seed=SEED, now=NOW)
        of_stranger = client.get(game.get_absolute_url()).content.decode()
        assert 'href="/people/Ana/"' in of_stranger
        assert f"/people/{guest.name}/" not in of_stranger
        of_ana = browser_of(ana).get(game.get_absolute_url()).content.decode()
        assert f'href="/people/{guest.name}/"' in of_ana

    def test_in_the_lobby(self, client: Client, ana: User) -> None:
        open_table(host=ana, options=Options(), now=NOW)
        assert 'href="/people/Ana/"' in client.get("/lobby/").content.decode()
        of_ana = browser_of(ana).get("/lobby/").content.decode()
        assert of_ana.count("/people/") == 1  # in the head: Your page

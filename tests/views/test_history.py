"""The page of somebody's ended games: what each row tells, and who may open it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import HeldName, User
from accounts.models.names import name_key, name_skeleton
from accounts.services import make_guest
from games.play.ending import call_off
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user, play_some
from tests.ended import ended_game
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def html(client: Client, address: str = "/history/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    return page[page.index("<main") : page.index("</main")]


def read(client: Client, address: str = "/history/") -> str:
    return words(html(client, address))


class TestARow:
    def told(self, person: User) -> str:
        return read(browser_of(person)).partition("Show ")[2]

    @pytest.mark.parametrize(
        ("game", "result"),
        [
            ({}, "Won with 23 Harmony a Kingdom was explored"),
            ({"places": (1, 1)}, "Shared the first place with 23 Harmony"),
            ({"places": (2, 1)}, "Place 2 of 2 with 16 Harmony"),
            ({"end": "limit"}, "ended by the turn limit"),
            ({"end": "alone"}, "one player was left"),
            ({"end": "bots"}, "only bots were left"),
            ({"places": (2, 1), "left": "resigned"}, "with 16 Harmony resigned · a Kingdom was"),
            ({"places": (2, 1), "left": "timeout"}, "out of time ·"),
            ({"places": (2, 1), "left": "removed"}, "removed ·"),
            ({"places": (None, None)}, "No result ended by agreement"),
            ({"places": (None, None), "end": "idle"}, "closed after thirty idle days"),
            ({"places": (None, None), "end": "voided"}, "result taken back"),
        ],
    )
    def test_tells_what_it_came_to_and_why(
        self, ana: User, bo: User, game: dict[str, Any], result: str
    ) -> None:
        ended_game(ana, bo, **game)
        assert result in self.told(ana)

    def test_tells_who_played_what_and_when(self, ana: User, bo: User) -> None:
        ended_game(ana, bo, None, ruleset="arena", places=(3, 1, 2))
        text = self.told(ana)
        assert "Against Bo (23 Harmony ) , Cedar (bot) (16 Harmony )" in text
        assert "3 players · Arena · not rated" in text
        assert "begun Fri 27 Feb 2026, ended Sun 1 Mar 2026" in text

    def test_tells_the_points_of_each_category(self, ana: User, bo: User) -> None:
        ended_game(ana, bo)
        told = "Elves 9 Dwarves 6 Humans 4 Goblins 3 Dragons 2 Legends 1 Conflicts −2"
        assert told in self.told(ana)

    def test_tells_how_the_others_left(self, ana: User, bo: User) -> None:
        ended_game(bo, ana, places=(2, 1), left="timeout", end="alone")
        assert "Against Bo (16 Harmony , out of time)" in self.told(ana)
        ended_game(bo, ana, places=(None, None), left="resigned")
        assert "Against Bo (resigned)" in self.told(ana)

    def test_has_no_points_without_a_result(self, ana: User, bo: User) -> None:
        ended_game(ana, bo, places=(None, None))
        text = self.told(ana)
        assert "Elves" not in text
        assert "Harmony" not in text

    @pytest.mark.parametrize(
        ("game", "told"),
        [
            ({"rated": True, "rating": (25.0, 25.5)}, "rated: 1500 → 1520 (+20)"),
            ({"rated": True, "rating": (25.5, 25.0)}, "rated: 1520 → 1500 (−20)"),
            ({"rated": True}, "rated, not counted yet"),
            ({"rated": True, "places": (None, None)}, "rated, not counted"),
        ],
    )
    def test_tells_how_the_rating_changed(
        self, ana: User, bo: User, game: dict[str, Any], told: str
    ) -> None:
        ended_game(ana, bo, **game)
        assert re.search(re.escape(told) + "(?! yet)", self.told(ana))

    def test_leads_to_the_table_the_replay_and_the_opponents(self, ana: User, bo: User) -> None:
        game = ended_game(ana, bo, None)
        page = html(browser_of(ana))
        assert f'href="/g/{game.code}/"' in page
        assert f'href="/g/{game.code}/replay/"' in page
        assert page.count('href="/people/') == 2  # Bo's, and the reader's own below
        assert 'href="/people/Bo/"' in page

    def test_leads_to_no_replay_of_a_game_that_never_began(self, ana: User, bo: User) -> None:
        ended_game(ana, bo, places=(None, None), end="moderator", started_at=None)
        assert "/replay/" not in html(browser_of(ana))
        assert "called off by a moderator · ended Sun 1 Mar 2026 before it began" in self.told(ana)

    @pytest.mark.parametrize("ready", [False, True])
    def test_leads_to_a_replay_that_is_there(self, ana: User, bo: User, ready: bool) -> None:
        game = make_game(ana, bo, arranged=ready)
        call_off(game_id=game.pk, user=ana, now=NOW)
        address = f"/g/{game.code}/replay/"
        assert (address in html(browser_of(ana))) is ready
        assert browser_of(ana).get(address).status_code == (302 if ready else 404)

    def test_who_has_left_the_site_is_a_former_player(self, ana: User, bo: User) -> None:
        game = ended_game(ana, bo)
        game.seats.filter(user=bo).update(user=None, name="")
        assert "Against Former player 2 (16 Harmony )" in self.told(ana)
        assert "/people/Bo/" not in html(browser_of(ana))

    def test_shows_names_as_text(self, ana: User) -> None:
        ended_game(ana, User.objects.create_user("<i>Bo</i>"))
        assert "&lt;i&gt;Bo&lt;/i&gt;" in html(browser_of(ana))

    def test_of_a_game_played_to_its_end_says_what_its_seat_does(self, ana: User, bo: User) -> None:
        game = make_game(ana, bo, turn_limit=1)
        play_some(game)
        seat = game.seats.get(user=ana)
        assert seat.total is not None
        told = f"{seat.total} Harmony".replace("-", "−")
        assert told in self.told(ana)
        assert "ended by the turn limit" in self.told(ana)


class TestWhoOpensWhich:
    def test_strangers_are_sent_to_sign_in_for_their_own(self, client: Client) -> None:
        answer = client.get("/history/")
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/history/")

    def test_a_guest_has_one(self) -> None:
        guest = make_guest(NOW)
        act(make_game(guest, players=2, public=False), 0, Move("leave", detail="resigned"))
        assert "Against Birch (bot)" in read(browser_of(guest))

    @pytest.mark.parametrize("guest", [False, True])
    def test_the_menu_of_every_page_leads_there(self, ana: User, guest: bool) -> None:
        person = make_guest(NOW) if guest else ana
        client = browser_of(person)
        menu = client.get("/rules/").content.decode().partition('class="menu"')[2]
        menu = menu.partition("</details>")[0]
        for address in (f"/people/{quote(person.name)}/", "/history/"):
            assert f'href="{address}"' in menu
            assert client.get(address).status_code == 200
        assert "leaderboard" not in menu

    def test_without_a_game_it_says_so(self, ana: User, bo: User) -> None:
        assert "None of your games has ended yet." in read(browser_of(ana))
        assert "None that you could see has ended yet." in read(browser_of(bo), "/history/Ana/")

    def test_everybody_reads_of_games_of_the_lobby(self, client: Client, ana: User) -> None:
        public, by_link = ended_game(ana, None), ended_game(ana, None, public=False)
        for reader in (client, browser_of(make_user())):
            page = html(reader, "/history/Ana/")
            assert public.code in page
            assert by_link.code not in page
            assert reader.get(f"/history/Ana/?before={by_link.code}").status_code == 404

    def test_who_sat_there_reads_of_it_by_link(self, ana: User, bo: User) -> None:
        game = ended_game(ana, bo, public=False)
        assert game.code in html(browser_of(bo), "/history/Ana/")

    def test_ones_own_name_leads_to_ones_own(self, ana: User) -> None:
        answer = browser_of(ana).get("/history/Ana/?players=3")
        assert (answer.status_code, answer["Location"]) == (302, "/history/?players=3")

    @pytest.mark.parametrize("name", ["ana", "Zoë"])
    def test_other_spellings_and_names_from_before_lead_on(
        self, client: Client, ana: User, name: str
    ) -> None:
        HeldName.objects.create(
            user=ana,
            name="Zoë",
            name_key=name_key("Zoë"),
            skeleton=name_skeleton("Zoë"),
            until=timezone.now() + timedelta(days=1),
        )
        answer = client.get(f"/history/{name}/?rated=yes")
        assert (answer.status_code, answer["Location"]) == (302, "/history/Ana/?rated=yes")

    @pytest.mark.parametrize("name", ["Nobody", "A%00na", "x" * 500, "%FF"])
    def test_nobody_has_none(self, client: Client, ana: User, name: str) -> None:
        assert client.get(f"/history/{name}/").status_code == 404

    @pytest.mark.parametrize("gone", [{"is_active": False}, {"closing_at": NOW}])
    def test_who_leaves_the_site_has_none(
        self, client: Client, ana: User, gone: dict[str, Any]
    ) -> None:
        User.objects.update(**gone)
        assert client.get("/history/Ana/").status_code == 404

    def test_a_guests_is_for_those_who_are_signed_in(self, client: Client, ana: User) -> None:
        address = f"/history/{make_guest(NOW).name}/"
        assert client.get(address).status_code == 404
        assert browser_of(ana).get(address).status_code == 200

    def test_strangers_are_led_to_no_guests_page(self, client: Client, ana: User) -> None:
        guest = make_guest(NOW)
        ended_game(ana, guest)
        assert guest.name in html(client, "/history/Ana/")
        assert f"/people/{guest.name}" not in html(client, "/history/Ana/")
        assert f"/people/{guest.name}" in html(browser_of(ana))

    def test_only_looking_is_possible(self, ana: User) -> None:
        for address in ("/history/", "/history/Ana/"):
            assert browser_of(ana).post(address).status_code == 405


class TestTurningPages:
    @pytest.fixture(autouse=True)
    def short_pages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.play.history.GAMES_A_PAGE", 2)

    def link(self, page: str, name: str) -> str:
        found = re.search(rf'href="([^"]*)">{name}<', page)
        return found[1].replace("&amp;", "&") if found else ""

    def test_links_keep_the_filter_and_lead_there_and_back(self, ana: User, bo: User) -> None:
        made = [ended_game(ana, bo, ago=number, ruleset="arena").code for number in range(5)]
        client = browser_of(ana)
        first = html(client, "/history/?ruleset=arena&players=&nonsense=1")
        assert not self.link(first, "Latest") and not self.link(first, "Later games")
        earlier = self.link(first, "Earlier games")
        assert earlier == f"?ruleset=arena&before={made[1]}"
        second = html(client, f"/history/{earlier}")
        assert self.link(second, "Latest") == "?ruleset=arena"
        assert self.link(second, "Later games") == f"?ruleset=arena&after={made[2]}"
        again = html(client, f"/history/{self.link(second, 'Later games')}")
        assert re.findall(r"/g/(\w+)/replay", again) == made[:2]
        last = html(client, f"/history/{self.link(second, 'Earlier games')}")
        assert re.findall(r"/g/(\w+)/replay", last) == made[4:]
        assert not self.link(last, "Earlier games")

    def test_behind_the_last_one_leads_to_the_latest(self, ana: User, bo: User) -> None:
        game = ended_game(ana, bo)
        page = html(browser_of(ana), f"/history/?before={game.code}")
        assert "No games here." in page
        assert self.link(page, "Latest") == "?"

    @pytest.mark.parametrize(
        "query", ["before=nosuchgame12", "after=%00", "before=x&after=x", "after=a'b", "before=%FF"]
    )
    def test_a_place_that_is_none_is_not_found(self, ana: User, query: str) -> None:
        assert browser_of(ana).get(f"/history/?{query}").status_code == 404


def test_the_page_needs_as_many_queries_for_one_game_as_for_many(ana: User, bo: User) -> None:
    counts = set()
    clients = [browser_of(ana), browser_of(make_user("Cy"))]
    for number in range(4):
        ended_game(ana, bo, *[make_user()] * (number % 2), ago=number)
        for client, address in zip(
            clients, ("/history/?opponent=Bo", "/history/Ana/"), strict=True
        ):
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            counts.add((address, len(asked)))
    assert len(counts) == 2
    assert max(count for _address, count in counts) <= 10

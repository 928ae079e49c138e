"""The form by which somebody reports somebody, from a page and from a table."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import make_guest
from games.models import Game, Report
from games.play.lobby import Options, join, open_table
from games.play.moderation.reports import IN_A_DAY
from tests.builders import NOW, SEED, make_game, make_report, make_user
from tests.views.sitting import sit
from tests.views.visitors import browser_of, fields_of, words

pytestmark = pytest.mark.django_db
SAID = {"about": "abuse", "text": "He called me a goblin."}


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Limits by account are counted where no test cleans up."""
    cache.clear()


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


@pytest.fixture
def game(ana: User, bo: User) -> Game:
    return make_game(ana, bo)


def read(client: Client, query: str) -> str:
    answer = client.get(f"/report/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, query: str = "", **fields: str) -> tuple[int, str]:
    """Fill in the form at an address; the status, and where it leads or what it says."""
    seen = fields_of(read(client, query)) if query else {}
    answer = client.post(f"/report/?{query}", {**seen, **fields})
    return answer.status_code, answer.get("Location", "") or words(answer.content.decode())


def offered(html: str) -> list[str]:
    """What there is to choose from, by value."""
    kinds = ("stalling", "collusion", "abuse", "name", "other", "appeal")
    return [kind for kind in kinds if f'name="about" value="{kind}"' in html]


class TestFromAPage:
    def test_somebody_is_reported(self, ana: User, bo: User) -> None:
        browser = browser_of(ana)
        text = words(read(browser, "person=Bo"))
        assert "Report Bo" in text
        assert "The person you report is never told that it was you." in text
        assert send(browser, "person=Bo", **SAID) == (303, "/people/Bo/")
        row = Report.objects.get()
        assert (row.reporter, row.person, row.about, row.game) == (ana, bo, "abuse", None)
        assert "Thank you. A moderator will look at it." in words(
            browser.get("/people/Bo/").content.decode()
        )

    def test_without_a_game_of_both_nothing_of_tables_is_offered(self, ana: User, bo: User) -> None:
        make_game(ana, make_user())
        html = read(browser_of(ana), "person=Bo")
        assert offered(html) == ["abuse", "name", "other"]
        assert 'name="game"' not in html
        status, text = send(browser_of(ana), "person=Bo", about="stalling")
        assert status == 422
        assert "That can only be reported of a game in which they have a seat." in text

    def test_a_game_of_both_is_chosen(self, ana: User, bo: User, game: Game) -> None:
        open_table(host=ana, options=Options(), now=NOW)
        html = read(browser_of(ana), "person=Bo")
        assert offered(html) == ["stalling", "collusion", "abuse", "name", "other"]
        assert "with Bo, Sun 1 Mar 2026" in html
        assert html.count("<option") == 2
        status, text = send(browser_of(ana), "person=Bo", about="stalling")
        assert (status, "Choose the game in which it happened." in text) == (422, True)
        send(browser_of(ana), "person=Bo", about="stalling", game=game.code)
        assert Report.objects.get().game == game

    def test_what_the_address_says_is_chosen_already(self, ana: User, bo: User, game: Game) -> None:
        make_game(ana, bo)
        browser = browser_of(ana)
        html = read(browser, f"person=Bo&game={game.code}&about=collusion")
        assert f'<option value="{game.code}" selected>' in html
        assert send(browser, f"person=Bo&game={game.code}", about="collusion", game="")[0] == 422
        fields = fields_of(html)
        browser.post(f"/report/?person=Bo&game={game.code}", {**fields, "about": "collusion"})
        assert Report.objects.get().game == game

    def test_any_spelling_of_the_name_will_do(self, ana: User, bo: User) -> None:
        assert send(browser_of(ana), "person=bO", about="name") == (303, "/people/Bo/")

    def test_guests_report_and_are_reported(self, ana: User) -> None:
        guest = make_guest(NOW)
        assert send(browser_of(guest), "person=Ana", **SAID)[0] == 303
        assert send(browser_of(ana), f"person={guest.name}", **SAID)[0] == 303

    def test_ends_of_lines_count_once(self, ana: User, bo: User) -> None:
        text = "x\r\n" * 498 + "end"
        assert send(browser_of(ana), "person=Bo", about="other", text=text)[0] == 303
        assert Report.objects.get().text == "x\n" * 498 + "end"


class TestFromATable:
    def test_the_players_are_offered_but_neither_bots_nor_oneself(self, ana: User) -> None:
        game = make_game(ana, make_user("Bo"), make_user("Cy"), players=4)
        html = read(browser_of(ana), f"game={game.code}")
        assert html.count('name="person"') == 2
        assert 'value="Bo"' in html and 'value="Cy"' in html
        assert f'<input type="hidden" name="game" value="{game.code}">' in html

    def test_one_of_them_is_reported(self, ana: User, bo: User) -> None:
        game = make_game(ana, bo, make_user("Cy"))
        browser, query = browser_of(ana), f"game={game.code}"
        status, text = send(browser, query, about="stalling")
        assert (status, "Choose whom you report." in text) == (422, True)
        assert send(browser, query, person="Bo", about="stalling") == (
            303,
            game.get_absolute_url(),
        )
        row = Report.objects.get()
        assert (row.person, row.game) == (bo, game)

    def test_where_there_is_one_other_nobody_has_to_be_chosen(
        self, ana: User, bo: User, game: Game
    ) -> None:
        assert "Report Bo" in read(browser_of(ana), f"game={game.code}")
        assert send(browser_of(ana), f"game={game.code}", about="stalling")[0] == 303
        assert Report.objects.get().person == bo

    def test_somebody_who_does_not_sit_there_cannot_be_chosen(self, ana: User, bo: User) -> None:
        game = make_game(ana, bo, make_user("Cy"))
        make_user("Di")
        query = f"game={game.code}"
        assert send(browser_of(ana), query, person="Di", **SAID)[0] == 422
        assert send(browser_of(ana), query, person="Ana", **SAID)[0] == 422
        assert not Report.objects.exists()

    def test_whoever_watches_a_table_of_the_lobby_reports_with_it(
        self, bo: User, game: Game
    ) -> None:
        browser = browser_of(make_user("Eve"))
        html = read(browser, f"game={game.code}")
        assert offered(html) == ["stalling", "collusion", "abuse", "name", "other"]
        assert send(browser, f"game={game.code}", person="Bo", about="stalling")[0] == 303
        assert send(browser, f"person=Bo&game={game.code}", **SAID)[0] == 303
        assert {row.game for row in Report.objects.all()} == {game}

    def test_at_a_table_that_has_not_begun(self, ana: User, bo: User) -> None:
        game = open_table(host=ana, options=Options(players=3), now=NOW)
        join(game_id=game.pk, user=bo, seed=SEED, now=NOW)
        room = browser_of(ana).get(game.get_absolute_url()).content.decode()
        assert f'href="/report/?game={game.code}"' in room
        assert send(browser_of(ana), f"game={game.code}", **SAID)[0] == 303
        assert send(browser_of(bo), f"person=Ana&game={game.code}", about="other", text="x")[0] == (
            303
        )
        assert {row.game for row in Report.objects.all()} == {game}

    def test_alone_with_bots_there_is_nobody_to_report(self, ana: User) -> None:
        game = make_game(ana, players=2)
        text = words(read(browser_of(ana), f"game={game.code}"))
        assert "There is nobody at this table whom you could report." in text
        assert browser_of(ana).post(f"/report/?game={game.code}", SAID).status_code == 422

    def test_the_table_leads_there(self, ana: User, game: Game) -> None:
        link = f"/report/?game={game.code}"
        assert [each["href"] for each in sit(game, ana).see().all(id="report")] == [link]
        assert not sit(game, make_user()).see().all(id="report")
        alone = make_game(ana, players=2)
        assert not sit(alone, ana).see().all(id="report")


class TestRefused:
    def test_strangers_sign_in_and_come_back(self, client: Client, bo: User) -> None:
        for answer in (client.get("/report/?person=Bo"), client.post("/report/?person=Bo", SAID)):
            assert answer.status_code == 302
            assert answer["Location"] == "/accounts/login/?next=/report/%3Fperson%3DBo"
        assert not Report.objects.exists()

    @pytest.mark.parametrize("name", ["Ana", "Nobody", "A%00", "x" * 999])
    def test_nobody_oneself_and_strange_names_are_not_found(self, ana: User, name: str) -> None:
        browser = browser_of(ana)
        assert browser.get(f"/report/?person={name}").status_code == 404
        sent = {**SAID, "person": name.replace("%00", "\x00")}
        assert browser.post("/report/", sent).status_code == 404

    def test_who_leaves_is_not_found(self, ana: User, bo: User, game: Game) -> None:
        User.objects.filter(pk=bo.pk).update(closing_at=NOW)
        assert browser_of(ana).get("/report/?person=Bo").status_code == 404
        text = read(browser_of(ana), f"game={game.code}")
        assert "There is nobody at this table" in text

    @pytest.mark.parametrize("code", ["nothere", "%00", "é", "a" * 999, "a/b"])
    def test_tables_that_are_not_there_are_not_found(self, ana: User, bo: User, code: str) -> None:
        browser = browser_of(ana)
        assert browser.get(f"/report/?game={code}").status_code == 404
        sent = {**SAID, "person": "Bo", "game": code.replace("%00", "\x00")}
        assert browser.post("/report/", sent).status_code == 404

    def test_others_tables_by_link_are_not_found(self, bo: User) -> None:
        game = make_game(bo, make_user("Cy"), public=False)
        eve = browser_of(make_user("Eve"))
        assert eve.get(f"/report/?game={game.code}").status_code == 404
        assert eve.get(f"/report/?person=Bo&game={game.code}").status_code == 404
        sent = {**SAID, "person": "Bo", "game": game.code}
        assert eve.post("/report/", sent).status_code == 404

    def test_a_game_in_which_the_person_does_not_sit(self, ana: User, bo: User, game: Game) -> None:
        other = make_game(ana, make_user())
        assert other.code not in re.sub(
            r'href="[^"]*"', "", read(browser_of(ana), f"person=Bo&game={other.code}")
        )
        status, text = send(browser_of(ana), "person=Bo", about="stalling", game=other.code)
        assert (
            status,
            "Choose a game that you can see and in which they have a seat." in text,
        ) == (422, True)
        assert not Report.objects.exists()

    @pytest.mark.parametrize(
        ("fields", "told"),
        [
            ({}, "Choose what you report."),
            ({"about": "appeal"}, "That can only be reported"),
            ({"about": "abuse", "text": " "}, "Tell in a sentence or two what happened."),
            ({"about": "other"}, "Tell in a sentence or two what happened."),
            ({"about": "other", "text": "x" * 1001}, "Use at most 1000 characters."),
            ({"about": "other", "text": "a\x00b"}, "Null characters are not allowed."),
        ],
    )
    def test_half_a_report_says_what_is_missing(
        self, ana: User, bo: User, fields: dict[str, str], told: str
    ) -> None:
        status, text = send(browser_of(ana), "person=Bo", **fields)
        assert (status, told in text) == (422, True)
        assert not Report.objects.exists()

    def test_what_was_written_is_not_lost(self, ana: User, bo: User) -> None:
        answer = browser_of(ana).post("/report/?person=Bo", {"text": "So it was."})
        assert "So it was.</textarea>" in answer.content.decode()

    def test_without_person_and_table_it_says_where_to_begin(self, ana: User) -> None:
        assert "from their page or from a table" in read(browser_of(ana), "")
        assert browser_of(ana).post("/report/", SAID).status_code == 422


class TestTooOften:
    def test_twice_makes_one(self, ana: User, bo: User) -> None:
        browser = browser_of(ana)
        for _time in range(2):
            assert send(browser, "person=Bo", **SAID) == (303, "/people/Bo/")
        told = words(browser.get("/people/Bo/").content.decode())
        assert "You have reported this already: it stays one report" in told
        assert Report.objects.count() == 1

    def test_too_many_by_rows_are_refused_in_a_sentence(self, ana: User, bo: User) -> None:
        for _report in range(IN_A_DAY):
            make_report(make_user(), reporter=ana)
        Report.objects.update(at=User.objects.get(pk=bo.pk).date_joined)
        status, text = send(browser_of(ana), "person=Bo", **SAID)
        assert (status, "You have made 20 reports within 24 hours." in text) == (422, True)

    def test_too_many_in_an_hour_have_to_wait(self, ana: User) -> None:
        browser = browser_of(ana)
        statuses = [
            send(browser, f"person={make_user(f'P{number}').name}", **SAID)[0]
            for number in range(11)
        ]
        assert statuses == [303] * 10 + [429]
        assert Report.objects.count() == 10

    def test_what_makes_no_report_is_not_counted(self, ana: User, bo: User) -> None:
        browser = browser_of(ana)
        for _time in range(11):
            assert send(browser, "person=Bo", about="abuse")[0] == 422
        for _time in range(11):
            assert send(browser, "person=Bo", **SAID)[0] == 303


def test_many_games_cost_no_query_more(ana: User, bo: User) -> None:
    counts, browser = set(), browser_of(ana)
    for _game in range(3):
        make_game(ana, bo)
        with CaptureQueriesContext(connection) as queries:
            read(browser, "person=Bo")
        counts.add(len(queries))
    assert len(counts) == 1

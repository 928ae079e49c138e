"""The figures on somebody's page: whose games count for whom, and how they are told."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import make_guest
from games.rules.scoring import Scores
from tests.builders import make_user
from tests.results import make_rating, make_result
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def page(client: Client, name: str = "Ana") -> str:
    answer = client.get(f"/people/{name}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_record_is_told_by_ruleset_and_players(client: Client, ana: User, bo: User) -> None:
    make_result(ana, bo)
    make_result(bo, ana)
    make_result(bo, ana)
    make_result(ana, bo, None, ruleset="aetherya")
    text = words(page(client))
    assert "Rulebook, 2 players 3 1 33 % 1.7" in text
    assert "Aetherya, 3 players 1 1 100 % 1.0" in text
    assert "All 4 2 50 % 1.5" in text


def test_one_row_needs_no_sum(client: Client, ana: User, bo: User) -> None:
    make_result(ana, bo)
    text = words(page(client))
    assert "Rulebook, 2 players 1 1 100 % 1.0 A shared first place is won." in text


def test_others_see_games_of_the_lobby_and_the_person_all(ana: User, bo: User) -> None:
    make_result(ana, bo)
    secret = make_result(ana, None, public=False, scores=[Scores(elves=70), Scores()])
    others, own = page(browser_of(bo)), page(browser_of(ana))
    assert "Games of the lobby that have a result." in others
    assert "Rulebook, 2 players 1 1" in words(others)
    assert "70" not in words(others)
    assert secret.code not in others
    assert "All of yours that have a result" in own
    assert "Rulebook, 2 players 2 2" in words(own)
    assert "Best game 70 Harmony" in words(own)
    assert secret.get_absolute_url() in own


def test_the_average_of_each_category_is_told(client: Client, ana: User, bo: User) -> None:
    scores = Scores(1, 2, 3, 0, -4, 5, -6)
    make_result(ana, bo, scores=[scores, Scores()])
    make_result(ana, bo, scores=[scores._replace(elves=2), Scores()])
    text = words(page(client))
    assert "In the 2 games of these that were played to the end." in text
    for told in ("Elves 1.5", "Goblins 0.0", "Dragons −4.0", "Conflicts −6.0", "Harmony 1.5"):
        assert told in text


def test_a_hair_below_nothing_is_told_as_nothing(client: Client, ana: User, bo: User) -> None:
    make_result(ana, bo, scores=[Scores(elves=1, conflicts=-2), Scores()])
    for _game in range(30):
        make_result(ana, bo, scores=[Scores(), Scores()])
    assert "Harmony 0.0" in words(page(client))


def test_the_best_game_is_told_and_linked(client: Client, ana: User, bo: User) -> None:
    make_result(ana, bo, scores=[Scores(elves=10), Scores()])
    best = make_result(ana, bo, scores=[Scores(elves=30, conflicts=-2), Scores()])
    html = page(client)
    assert "Best game 28 Harmony" in words(html)
    assert f'<a href="{best.get_absolute_url()}">28 Harmony' in html


def test_whom_they_met_most_is_told_with_links(client: Client, ana: User, bo: User) -> None:
    make_result(ana, bo)
    make_result(ana, bo, places=[1, 1])
    make_result(bo, ana)
    html = page(client)
    assert "Bo 3 1 1 1" in words(html)
    assert 'href="/people/Bo/"' in html


def test_readers_are_told_how_they_did_against_them(ana: User, bo: User) -> None:
    assert "You against them" not in page(browser_of(bo))
    make_result(ana, bo)
    make_result(bo, ana, public=False)
    make_result(bo, ana)
    told = "You against them 3 games, by link too: 2 won, 1 lost, 0 tied"
    assert told in words(page(browser_of(bo)))
    for other in (browser_of(ana), browser_of(make_user("Cleo")), Client()):
        assert "You against them" not in page(other)


class TestRating:
    def test_a_provisional_one_is_marked(self, client: Client, ana: User) -> None:
        make_rating(ana, 26, games=14)
        assert "Rating 1540? (provisional), after 14 rated games" in words(page(client))

    def test_a_settled_one_is_not(self, client: Client, ana: User) -> None:
        make_rating(ana, 26)
        text = words(page(client))
        assert "Rating 1540 , after 15 rated games" in text
        assert "provisional" not in text

    def test_it_leads_to_the_place_on_the_leaderboard(self, client: Client, ana: User) -> None:
        assert 'class="button" href="/leaderboard/"' in page(client)
        rating = make_rating(ana, 26, games=4)
        assert "?name=Ana" not in page(client)
        rating.games = 5
        rating.save()
        assert 'href="/leaderboard/?name=Ana"' in page(client)

    def test_guests_have_none(self, ana: User) -> None:
        guest = make_guest(timezone.now())
        html = page(browser_of(ana), guest.name)
        assert "Rating" not in html
        assert 'class="button" href="/leaderboard/"' not in html

    def test_the_curve_is_a_picture_with_words(self, client: Client, ana: User, bo: User) -> None:
        assert "<figure" not in page(client)
        make_rating(ana, 25.5, games=3)
        for mu in (26, 24, 25.5):
            make_result(ana, bo, mus=[mu, 25], public=False)
        html = page(client)
        told = "From 1500 to 1520 after rated game 3; the lowest was 1460, the highest 1540."
        assert f">{told}</desc>" in html
        assert 'aria-labelledby="curve-title curve-told"' in html
        assert "After game Rating 0 1500 1 1540 2 1460 3 1520" in words(html)
        [corners] = re.findall(r'<polyline[^>]*points="([^"]*)"', html)
        assert len(corners.split()) == 4

    def test_its_points_lead_to_games_that_the_reader_may_see(
        self, client: Client, ana: User, bo: User
    ) -> None:
        public = make_result(ana, bo, mus=[26, 24])
        by_link = make_result(ana, bo, mus=[27, 23], public=False)
        readers = {"nobody": client, "one who sat there": browser_of(bo), "Ana": browser_of(ana)}
        for who, reader in readers.items():
            table = page(reader).partition("The curve as a table")[2].partition("</table>")[0]
            led = re.findall(r'<th scope="row"><a href="([^"]*)">(\d+)</a></th>', table)
            seen = [(public.get_absolute_url(), "1"), (by_link.get_absolute_url(), "2")]
            assert led == (seen[:1] if who == "nobody" else seen), who

    def test_the_picture_breaks_no_policy(self, client: Client, ana: User, bo: User) -> None:
        make_result(ana, bo, mus=[26, 24])
        html = page(client)
        assert " style=" not in html
        assert "<style" not in html


def test_the_page_leads_to_the_history(client: Client, ana: User) -> None:
    assert 'href="/history/Ana/"' in page(client)
    assert 'href="/history/"' in page(browser_of(ana))


def test_games_and_opponents_cost_no_query_more(ana: User, bo: User) -> None:
    counts = set()
    browser = browser_of(bo)
    for number in range(3):
        make_result(ana, *(make_user() for _other in range(number)), bo, mus=[26, *[25] * 3])
        make_result(ana, bo, ruleset="aetherya" if number else "arena")
        with CaptureQueriesContext(connection) as queries:
            page(browser)
        counts.add(len(queries))
    assert len(counts) == 1
    assert counts.pop() <= 16

"""The leaderboard: pages, ranks, the reader's own line, and the way to somebody's."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import HeldName, User
from accounts.models.names import name_key, name_skeleton
from accounts.models.users import FOR_GOOD
from accounts.services import make_guest
from games.models import Rating
from games.views.leaderboard import A_PAGE
from tests.builders import make_user
from tests.results import make_rating
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/leaderboard/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def fill(mus: Iterable[float]) -> list[User]:
    """People with these ratings, quickly."""
    rows = [(f"Person {number:03}", mu) for number, mu in enumerate(mus, 1)]
    people = User.objects.bulk_create(
        User(name=name, name_key=name_key(name), email=f"{number}@example.org")
        for number, (name, _mu) in enumerate(rows)
    )
    Rating.objects.bulk_create(
        Rating(user=person, mu=mu, sigma=2, games=20)
        for person, (_name, mu) in zip(people, rows, strict=True)
    )
    return people


def test_everybody_sees_rank_name_rating_and_games(client: Client) -> None:
    make_rating(make_user("Ana"), 26, games=5)
    make_rating(make_user("Bo"), 27.5, games=40)
    html = page(client)
    assert "Rank Name Rating Games 1 Bo 1600 40 2 Ana 1540? 5" in words(html)
    assert 'href="/people/Ana/"' in html
    assert 'aria-current="true"' not in html
    assert '<nav aria-label="Pages"' not in html


def test_without_anybody_it_says_so(client: Client) -> None:
    text = words(page(client))
    assert "Who has played 5 rated games or more stands here" in text
    assert "Nobody yet." in text


def test_the_rules_of_it_are_told(client: Client) -> None:
    told = "A rating with “?” is provisional: it may move far until 15 games are played."
    assert told in words(page(client))


class TestPages:
    def test_there_are_fifty_on_each(self, client: Client) -> None:
        fill(40 - number / 10 for number in range(2 * A_PAGE + 1))
        first, second, third = (page(client, f"?page={number}") for number in (1, 2, 3))
        assert words(page(client)) == words(first)
        assert [html.count('<tr id="line-') for html in (first, second, third)] == [50, 50, 1]
        assert "Places 51 to 100 of 101" in words(second)
        assert '<tr id="line-51"><td>51</td>' in second
        assert '<tr id="line-101"><td>101</td>' in third
        assert 'href="?page=3"' in first
        assert second.count('aria-current="page"') == 2  # in the head of the site as well

    def test_a_tie_goes_on_over_the_page(self, client: Client) -> None:
        fill([30.0] * (A_PAGE - 1) + [25.0] * 3 + [20.0])
        assert '<tr id="line-50"><td>50</td>' in page(client)
        second = page(client, "?page=2")
        for line, rank in ((51, 50), (52, 50), (53, 53)):
            assert f'<tr id="line-{line}"><td>{rank}</td>' in second

    @pytest.mark.parametrize(
        "number", ["0", "-1", "2", "1.5", "x", "%00", "9" * 30, "9" * 5000, "1%20or%201"]
    )
    def test_there_are_no_others(self, client: Client, number: str) -> None:
        assert client.get(f"/leaderboard/?page={number}").status_code == 404


class TestOwnLine:
    def test_it_is_marked(self) -> None:
        ana = make_user("Ana")
        make_rating(ana, 26, games=6)
        make_rating(make_user("Bo"), 25)
        html = page(browser_of(ana))
        assert '<tr id="line-1" class="own" aria-current="true">' in html
        assert "Ana (you)" in words(html).replace("( you )", "(you)")
        assert html.count('aria-current="true"') == 1

    def test_a_link_leads_to_it_from_other_pages(self) -> None:
        people = fill(40 - number / 10 for number in range(A_PAGE + 20))
        html = page(browser_of(people[59]))
        assert 'href="/leaderboard/?page=2#line-60"' in html
        assert "Your place, with 1864" in words(html)
        assert 'aria-current="true"' not in html
        assert '<tr id="line-60" class="own"' in page(browser_of(people[59]), "?page=2")

    def test_who_has_too_few_games_is_told_how_many(self) -> None:
        ana, bo = make_user("Ana"), make_user("Bo")
        make_rating(ana, 26, games=1)
        make_rating(bo, 26, games=4)
        assert "You have played 1 rated game so far." in words(page(browser_of(ana)))
        assert "You have played 4 rated games so far." in words(page(browser_of(bo)))
        assert "You have played no rated game yet" in words(page(browser_of(make_user())))

    def test_strangers_and_guests_are_told_nothing(self, client: Client) -> None:
        for reader in (client, browser_of(make_guest(timezone.now()))):
            assert "You have played" not in page(reader)


class TestFinding:
    @pytest.mark.parametrize("name", ["Person 060", "person 060", " PERSON 060 "])
    def test_a_name_leads_to_its_line(self, client: Client, name: str) -> None:
        fill(40 - number / 10 for number in range(60))
        answer = client.get(f"/leaderboard/?name={quote(name)}")
        assert (answer.status_code, answer["Location"]) == (302, "/leaderboard/?page=2#line-60")

    def test_a_former_name_leads_on(self, client: Client) -> None:
        ana = make_user("Ana")
        make_rating(ana, 25)
        HeldName.objects.create(
            user=ana,
            name="Zoë",
            name_key=name_key("Zoë"),
            skeleton=name_skeleton("Zoë"),
            until=timezone.now() + timedelta(days=1),
        )
        answer = client.get(f"/leaderboard/?name={quote('Zoë')}")
        assert answer["Location"] == "/leaderboard/?page=1#line-1"

    @pytest.mark.parametrize("name", ["Nobody", "A%00na", "x" * 3000, "%3Cb%3E"])
    def test_a_name_that_nobody_has_is_said_to_be_nobodys(self, client: Client, name: str) -> None:
        html = page(client, f"?name={name}")
        assert "There is nobody called “" in html
        assert 'aria-invalid="true"' in html
        assert "<b>" not in html

    @pytest.mark.parametrize("games", [0, 2, 4])
    def test_of_somebody_with_too_few_games_it_tells_how_many(
        self, client: Client, games: int
    ) -> None:
        ana = make_user("Ana")
        if games:
            make_rating(ana, 25, games=games)
        html = page(client, "?name=ana")
        assert f"Ana has played {games} of the 5 rated games that it takes" in words(html)
        assert 'href="/people/Ana/"' in html
        assert 'aria-invalid="true"' not in html

    def test_a_ban_is_not_told(self, client: Client) -> None:
        bo = make_user("Bo")
        make_rating(bo, 25)
        User.objects.filter(pk=bo.pk).update(suspended_until=FOR_GOOD)
        assert "Bo does not stand here." in words(page(client, "?name=Bo"))

    def test_who_has_left_is_nobody_and_a_guest_one_for_those_who_see_guests(
        self, client: Client
    ) -> None:
        make_user("Ana")
        User.objects.update(closing_at=timezone.now())
        guest = make_guest(timezone.now())
        for name in ("Ana", guest.name):
            told = words(page(client, f"?name={quote(name)}"))
            assert f"There is nobody called “{name}”." in told
        told = words(page(browser_of(make_user()), f"?name={quote(guest.name)}"))
        assert "is a guest: only people with accounts are rated. About" in told


def test_it_costs_as_many_queries_whatever_the_people() -> None:
    ana = make_user("Ana")
    make_rating(ana, 25)
    browser = browser_of(ana)
    counts = set()
    for people in (0, 3, 2 * A_PAGE):
        for number in range(people):
            make_rating(make_user(), 20 + number / 10)
        with CaptureQueriesContext(connection) as queries:
            page(browser)
        counts.add(len(queries))
    assert len(counts) == 1
    assert counts.pop() <= 11


def test_only_looking_is_possible(client: Client) -> None:
    assert client.post("/leaderboard/").status_code == 405


def test_the_site_leads_there(client: Client) -> None:
    for address, links in (("/", 3), ("/lobby/", 2)):
        html = client.get(address).content.decode()
        assert html.count('href="/leaderboard/"') == links

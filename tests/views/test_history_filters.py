"""The form above a history: what is chosen there, and what is answered to nonsense."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.renaming import rename
from accounts.services import make_guest
from tests.builders import NOW, make_user
from tests.ended import ended_game
from tests.views.visitors import browser_of, fields_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def shown(person: User, query: str) -> list[str]:
    """The codes of the games that are listed."""
    answer = browser_of(person).get(f"/history/?{query}")
    assert answer.status_code == 200
    return re.findall(r"/g/(\w+)/replay", answer.content.decode())


def refused(person: User, query: str) -> str:
    answer = browser_of(person).get(f"/history/?{query}")
    assert answer.status_code == 422
    text = words(answer.content.decode())
    assert "Nothing is shown: look at the filter again." in text
    assert "/replay" not in answer.content.decode()
    return text


def test_each_choice_narrows_the_list(ana: User, bo: User) -> None:
    game = ended_game(ana, bo, ruleset="arena", rated=True)
    other = ended_game(ana, None, None, places=(3, 1, 2), ago=30)
    for kept, left_out in [
        ("ruleset=arena", "ruleset=aetherya"),
        ("players=2", "players=4"),
        ("opponent=Bo", "result=none"),
        ("result=won", "result=left"),
        ("rated=yes", "rated=yes&ruleset=rulebook"),
        ("since=2026-03-01", "since=2026-03-02"),
        ("since=2026-03-01&until=2026-03-01", "until=2026-01-01"),
        ("players=2&opponent=bo&rated=yes&result=won", "players=3&opponent=Bo"),
    ]:
        assert shown(ana, kept) == [game.code], kept
        assert shown(ana, left_out) == [], left_out
    assert shown(ana, "until=2026-02-28") == shown(ana, "result=lost") == [other.code]
    assert shown(ana, "rated=no") == [other.code]


def test_what_was_chosen_stays_in_the_form(ana: User, bo: User) -> None:
    query = "result=won&opponent=Bo&players=3&ruleset=arena&rated=no&since=2026-01-02"
    page = browser_of(ana).get(f"/history/?{query}").content.decode()
    chosen = dict(pair.split("=") for pair in query.split("&"))
    assert fields_of(page).items() >= chosen.items()
    assert "No game is like that." in page


def test_the_form_is_folded_and_a_line_says_what_was_chosen(ana: User, bo: User) -> None:
    ended_game(ana, bo, ruleset="arena")
    query = "result=won&opponent=bo&players=2&ruleset=arena&rated=no&since=2026-01-02"
    page = browser_of(ana).get(f"/history/?{query}").content.decode()
    assert '<details class="narrow-down">' in page
    line = page.partition('<p class="chosen">')[2].partition("</p>")[0]
    told = "Result: won · Opponent: Bo · Players: 2 · Ruleset: Arena · Rated: no"
    assert words(line) == f"{told} · From: Fri 2 Jan 2026 Show all"
    assert '<a href="/history/">' in line
    assert 'class="chosen"' not in browser_of(ana).get("/history/?result=").content.decode()


def test_the_form_lies_open_where_it_was_filled_in_wrongly(ana: User) -> None:
    page = browser_of(ana).get("/history/?opponent=Nobody").content.decode()
    assert '<details class="narrow-down" open>' in page
    assert 'class="chosen"' not in page
    assert re.search(r'<input[^>]* name="opponent"[^>]* autofocus', page)


def test_with_nothing_chosen_all_are_shown(ana: User, bo: User) -> None:
    game = ended_game(ana, bo)
    everything = "result=&opponent=+&players=&ruleset=&rated=&since=&until="
    assert shown(ana, everything) == [game.code] == shown(ana, "")
    page = browser_of(ana).get(f"/history/?{everything}").content.decode()
    assert '<details class="narrow-down">' in page


def test_days_are_the_readers(ana: User, bo: User) -> None:
    late = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)  # 2 March in Tokyo, 1 March in Greenwich
    game = ended_game(ana, bo, at=late)
    assert shown(ana, "since=2026-03-01&until=2026-03-01") == [game.code]
    User.objects.filter(pk=ana.pk).update(time_zone="Asia/Tokyo")
    ana.refresh_from_db()
    assert shown(ana, "since=2026-03-01&until=2026-03-01") == []
    assert shown(ana, "since=2026-03-02&until=2026-03-02") == [game.code]


def test_the_days_when_clocks_are_changed_are_whole(ana: User, bo: User) -> None:
    User.objects.filter(pk=ana.pk).update(time_zone="Europe/Paris")
    ana.refresh_from_db()
    day = datetime(2026, 3, 28, 23, 0, tzinfo=UTC)  # midnight; the 29th has 23 hours
    inside = [ended_game(ana, bo, at=day + timedelta(hours=hours)).code for hours in (22, 0)]
    for hours in (-1, 23):
        ended_game(ana, bo, at=day + timedelta(hours=hours))
    assert shown(ana, "since=2026-03-29&until=2026-03-29") == inside


class TestOpponents:
    @pytest.mark.parametrize("name", ["Bo", "bo", "+Bo+", "Ｂｏ"])
    def test_are_found_in_every_spelling(self, ana: User, bo: User, name: str) -> None:
        game = ended_game(ana, bo)
        assert shown(ana, f"opponent={name}") == [game.code]

    def test_are_found_by_the_name_they_had_before(self, ana: User, bo: User) -> None:
        game = ended_game(ana, bo)
        rename(user=bo, name="Beatrix", now=timezone.now())
        assert shown(ana, "opponent=Bo") == shown(ana, "opponent=Beatrix") == [game.code]

    @pytest.mark.parametrize("name", ["Nobody", "Cedar (bot)", "x" * 90, "%25", "'; --"])
    def test_who_do_not_exist_are_nobody(self, ana: User, name: str) -> None:
        assert "There is nobody of that name." in refused(ana, f"opponent={name}")

    def test_who_have_left_the_site_are_nobody(self, ana: User, bo: User) -> None:
        ended_game(ana, bo)
        User.objects.filter(pk=bo.pk).update(closing_at=NOW)
        assert "There is nobody of that name." in refused(ana, "opponent=Bo")

    def test_nobody_plays_against_themselves(self, ana: User) -> None:
        assert "Name somebody else." in refused(ana, "opponent=ana")

    def test_strangers_do_not_learn_of_guests(self, client: Client, ana: User) -> None:
        guest = make_guest(NOW)
        ended_game(ana, guest)
        answer = client.get(f"/history/Ana/?opponent={guest.name}")
        assert answer.status_code == 422
        assert "There is nobody of that name." in answer.content.decode()
        assert len(shown(ana, f"opponent={guest.name}")) == 1


@pytest.mark.parametrize(
    "query",
    [
        "ruleset=nonsense",
        "players=5",
        "players=x",
        "result=lots",
        "rated=perhaps",
        "since=yesterday",
        "until=2026-02-30",
        "since=0001-01-01",
        "until=9999-12-31",
        "opponent=%00",
        f"opponent={'x' * 101}",
        "ruleset=%00",
        "since=%00",
    ],
)
def test_nonsense_is_refused_in_words(ana: User, bo: User, query: str) -> None:
    ended_game(ana, bo)
    answer = browser_of(ana).get(f"/history/?{query}")
    assert 'class="errorlist"' in answer.content.decode()
    refused(ana, query)


def test_a_time_does_not_end_before_it_begins(ana: User) -> None:
    told = refused(ana, "since=2026-03-02&until=2026-03-01")
    assert "The last day must not come before the first." in told

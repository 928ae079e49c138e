"""The page of numbers by week, for staff."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from drako_site.numbers import numbers
from games.models import Game
from games.models import Move as MoveRow
from games.rules.moves import Move
from games.rules.visibility import legal_for
from tests.builders import act, make_game, make_staff, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/admin/games/heartbeat/numbers/"
SESSION_AND_RIGHTS = 4  # session, user, rights by group and by person
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday
ROW = re.compile(r"<tr><th scope=\"row\">.*?</tr>", re.DOTALL)


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def operator() -> Client:
    return browser_of(make_staff("operator", "Opal"))


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


def rows(browser: Client) -> list[str]:
    answer = browser.get(PAGE)
    assert answer.status_code == 200
    return [words(row) for row in ROW.findall(answer.content.decode())]


def begun(people: list[User], at: datetime) -> Game:
    game = make_game(*people)
    Game.objects.filter(pk=game.pk).update(started_at=at)
    MoveRow.objects.filter(game=game).update(at=at)
    return game


def test_it_shows_26_weeks_the_latest_first(operator: Client) -> None:
    shown = rows(operator)
    assert len(shown) == 26
    assert shown[0] == "Mon 2 Mar 2026 (so far) 0 0 0 – 0"
    assert shown[-1] == "Mon 8 Sep 2025 0 0 0 – 0"


def test_what_scrolls_on_small_screens_can_be_reached_by_keys(operator: Client) -> None:
    page = operator.get(PAGE).content.decode()
    assert '<div class="module numbers" role="region" aria-labelledby="weeks" tabindex="0">' in page
    assert '<caption id="weeks">The last 26 weeks</caption>' in page


def test_it_shows_what_happened(operator: Client, people: list[User]) -> None:
    last_week = NOON - timedelta(days=7)
    game = begun(people, last_week)
    first = game.active_seat
    drawn = act(game, first, Move("draw"), now=last_week)
    keep = Move("keep", legal_for(drawn.state, first).keep[-1])
    act(game, first, keep, now=last_week + timedelta(hours=3, minutes=20))
    begun(people, NOON)
    act(game, first, Move("leave", detail="resigned"), now=NOON)
    assert rows(operator)[:3] == [
        "Mon 2 Mar 2026 (so far) 1 0 1 – 2",
        "Mon 23 Feb 2026 1 0 0 3 hours 20 minutes 2",
        "Mon 16 Feb 2026 0 0 0 – 0",
    ]


def test_the_week_that_runs_is_counted_again_after_an_hour(
    operator: Client, people: list[User]
) -> None:
    rows(operator)
    begun(people, NOON)
    begun(people, NOON - timedelta(days=7))
    assert rows(operator)[0] == "Mon 2 Mar 2026 (so far) 0 0 0 – 0"
    with time_machine.travel(NOON + timedelta(minutes=61), tick=False):
        latest, last, *_others = rows(operator)
    assert latest.startswith("Mon 2 Mar 2026 (so far) 1")
    assert last.startswith("Mon 23 Feb 2026 0")
    with time_machine.travel(NOON + timedelta(days=7, minutes=1), tick=False):
        shown = rows(operator)
    assert shown[2].startswith("Mon 23 Feb 2026 1")


def test_a_week_that_ends_is_counted_again(operator: Client, people: list[User]) -> None:
    rows(operator)
    begun(people, NOON)
    with time_machine.travel(NOON + timedelta(days=5), tick=False):
        assert rows(operator)[1].startswith("Mon 2 Mar 2026 1")


def test_with_nothing_kept_each_figure_is_a_query_and_the_usual_turn_one_a_week(
    people: list[User], django_assert_num_queries: Any
) -> None:
    begun(people, NOON)
    with django_assert_num_queries(3 + 26):
        assert len(numbers(NOON)) == 26


def test_weeks_that_are_kept_cost_nothing_and_the_one_that_runs_a_query_a_figure(
    people: list[User], django_assert_num_queries: Any
) -> None:
    begun(people, NOON)
    numbers(NOON)
    with django_assert_num_queries(0):
        numbers(NOON)
    later = NOON + timedelta(minutes=61)
    with time_machine.travel(later, tick=False), django_assert_num_queries(4):
        numbers(later)


def test_the_page_asks_for_nothing_else(operator: Client, django_assert_num_queries: Any) -> None:
    rows(operator)
    with django_assert_num_queries(SESSION_AND_RIGHTS) as page:
        rows(operator)
    assert not [each for each in page if 'FROM "games_' in each["sql"]]


def test_all_staff_see_it_and_its_link(people: list[User]) -> None:
    boss = User.objects.create_superuser("Zoe", "zoe@example.org", "secret-word")
    plain = make_user("Paul")
    User.objects.filter(pk=plain.pk).update(is_staff=True)  # in no group, with no right
    for person in (boss, make_staff("operator", "Opal"), make_staff("moderator", "Mo"), plain):
        browser = browser_of(person)
        assert browser.get(PAGE).status_code == 200
        assert PAGE in browser.get("/admin/").content.decode()


def test_nobody_else_does(people: list[User]) -> None:
    gone = make_staff("operator")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    for browser in (Client(), browser_of(people[0]), browser_of(gone)):
        assert browser.get(PAGE).status_code == 302

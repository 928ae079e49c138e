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
from games.models import Game
from games.models import Move as MoveRow
from games.rules.moves import Move
from games.rules.visibility import legal_for
from tests.builders import act, make_game, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
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


def test_four_queries_count_all_weeks_and_none_those_that_are_kept(
    operator: Client, people: list[User], django_assert_num_queries: Any
) -> None:
    begun(people, NOON)
    rows(operator)
    with django_assert_num_queries(SESSION_AND_RIGHTS) as page:
        rows(operator)
    assert not [each for each in page if 'FROM "games_' in each["sql"]]
    an_hour_later = time_machine.travel(NOON + timedelta(minutes=61), tick=False)
    with an_hour_later, django_assert_num_queries(SESSION_AND_RIGHTS + 4):
        rows(operator)


def test_operators_and_superusers_alone_see_it_and_its_link(people: list[User]) -> None:
    boss = browser_of(User.objects.create_superuser("Zoe", "zoe@example.org", "secret-word"))
    for browser in (boss, browser_of(make_staff("operator"))):
        assert browser.get(PAGE).status_code == 200
        for path in ("/admin/", "/admin/games/heartbeat/"):
            assert PAGE in browser.get(path).content.decode()
    moderator = browser_of(make_staff("moderator"))
    assert moderator.get(PAGE).status_code == 403
    assert PAGE not in moderator.get("/admin/").content.decode()
    for browser in (Client(), browser_of(people[0])):
        assert browser.get(PAGE).status_code == 302

"""Who has to judge a report from a table by link may watch it, as everybody watches the lobby's."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.play.moderation.decisions import dismiss
from tests.builders import NOW, make_game, make_report, make_staff, make_user, play_some
from tests.exchange import exchange_hidden
from tests.views.sitting import sit
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


@pytest.fixture
def game(bo: User) -> Game:
    return make_game(make_user("Ana"), bo, public=False)


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


def statuses(game: Game, user: User | None) -> set[int]:
    """What the table, its news and its poll answer."""
    browser = browser_of(user) if user else Client()
    table = game.get_absolute_url()
    return {browser.get(table).status_code, browser.get(f"{table}poll/?v=0").status_code}


def test_a_moderator_watches_a_reported_table_by_link(mod: User, bo: User, game: Game) -> None:
    assert statuses(game, mod) == {404}
    report = make_report(bo, about="collusion", game=game)
    assert 404 not in statuses(game, mod)
    page = sit(game, mod).see()
    assert page.says in {"Ana is to play.", "Bo is to play."}
    assert page.buttons == {}
    assert sit(game, mod).do("draw").status == 403
    link = f'href="{game.get_absolute_url()}"'
    shown = browser_of(mod).get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert link in shown


def test_and_reads_it_when_it_is_over(mod: User, bo: User, game: Game) -> None:
    make_report(bo, game=game)
    play_some(game)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert 404 not in statuses(game, mod)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.VOID)
    assert browser_of(mod).get(game.get_absolute_url()).status_code == 200


def test_while_it_runs_nobody_watches_on_when_the_last_report_is_decided(
    mod: User, bo: User, game: Game
) -> None:
    other = make_staff("moderator", "Other")
    for report in (make_report(bo, game=game), make_report(bo, game=game)):
        assert 404 not in statuses(game, mod) | statuses(game, other)
        dismiss(report_id=report.pk, by=other, why="", now=NOW)
        page = browser_of(mod).get(f"/admin/games/report/{report.pk}/change/").content.decode()
        assert "Watch the game" not in page
    assert statuses(game, mod) == statuses(game, other) == {404}
    play_some(game)
    assert 404 not in statuses(game, mod) | statuses(game, other)
    page = browser_of(mod).get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert "Watch the game" in page


def test_nobody_else_does(bo: User, game: Game) -> None:
    cy = make_user("Cy")
    make_report(bo, reporter=cy, game=game)
    looks = make_user("Looks", is_staff=True)
    looks.user_permissions.set(Permission.objects.filter(codename="view_game"))
    member = make_user("Member")  # who lost the place among the staff, but not the right
    member.user_permissions.set(Permission.objects.filter(codename="view_report"))
    for user in (None, cy, member, looks, make_staff("operator")):
        assert statuses(game, user) == {404}


def test_nor_whom_the_report_concerns(mod: User, bo: User, game: Game) -> None:
    make_report(bo, reporter=mod, game=game)
    assert statuses(game, mod) == {404}
    other = make_staff("moderator", "Other")
    assert 404 not in statuses(game, other)


def test_a_moderator_who_sits_there_sees_their_own_seat(mod: User, bo: User) -> None:
    game = make_game(mod, bo, public=False)
    make_report(bo, game=game)
    seat = game.seats.get(number=game.active_seat).user
    page = sit(game, mod).see()
    assert page.status == 200
    assert bool(page.buttons) == (seat == mod)


def test_a_report_from_one_table_opens_no_other(mod: User, bo: User, game: Game) -> None:
    make_report(bo, game=make_game(bo, make_user(), public=False))
    make_report(bo)
    assert statuses(game, mod) == {404}


def test_nothing_there_depends_on_a_hidden_card(mod: User, bo: User, game: Game) -> None:
    make_report(bo, game=game)
    play_some(game, 7)
    token = re.compile(
        rb'(csrfmiddlewaretoken" value="|X-CSRFToken&quot;: &quot;|X-CSRFToken": ")\w+'
    )

    def page() -> bytes:
        return token.sub(b"", browser_of(mod).get(game.get_absolute_url()).content)

    with time_machine.travel(NOW + timedelta(days=1), tick=False):  # pages tell how long ago
        before = page()
        exchange_hidden(Game.objects.get(pk=game.pk), None)
        assert page() == before


def test_it_costs_those_who_play_or_watch_nothing(bo: User, game: Game) -> None:
    counts = []
    for _time in range(2):
        for table in (game, make_game(bo, make_user())):
            sitting = sit(table, bo)
            with CaptureQueriesContext(connection) as queries:
                sitting.see()
                sitting.poll(f"v={table.version}&page=table&seat=0")
            counts.append(len(queries))
        make_report(bo, game=game)
    assert len(set(counts)) == 1
    stranger = browser_of(make_user())
    stranger.get("/")
    with CaptureQueriesContext(connection) as queries:
        stranger.get(f"{game.get_absolute_url()}poll/?v=0")
    assert not [each for each in queries if "games_report" in each["sql"]]

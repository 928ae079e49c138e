"""A clock that stands for somebody who is shut out: the others see until when, and not why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from accounts import sanctions
from accounts.models import User
from games.models import Game
from games.play.suspension import sweep
from tests.builders import NOW, make_game, make_staff, make_user
from tests.play.clockwork import end_turn
from tests.views.sitting import sit
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.sqlite]
DAY = timedelta(days=1)


@pytest.fixture
def now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def bo(ana: User) -> User:
    return make_user("Bo")


def pause(user: User, *, swept: bool = True) -> None:
    sanctions.impose(
        user_id=user.pk,
        by=make_staff("moderator"),
        kind="suspension",
        reason="You were rude.",
        until=NOW + 10 * DAY,
        games="pause",
        now=NOW,
    )
    if swept:
        sweep(NOW)


def told(game: Game, user: User) -> str:
    return sit(game, user).see().one("p", id="clock").words


@pytest.mark.parametrize("vacations", [True, False])
def test_the_table_says_until_when(ana: User, bo: User, vacations: bool) -> None:
    game = make_game(ana, bo, first_by="account", vacations=vacations)
    pause(ana)
    says = told(game, bo)
    assert "The clock stands still: Ana cannot play until Wed 11 Mar 2026, 08:00 UTC" in says
    page = sit(game, bo).see()
    assert page.one("span", class_="away").words == "cannot play until Wed 11 Mar 2026, 08:00 UTC"
    html = browser_of(bo).get(game.get_absolute_url()).content.decode()
    assert "rude" not in html and "suspen" not in html


def test_the_seat_says_so_whose_turn_it_ever_is(ana: User, bo: User) -> None:
    game = make_game(ana, bo, first_by="account")
    pause(bo)
    assert "stands still" not in told(game, ana)
    away = sit(game, ana).see().one("span", class_="away").words
    assert away == "cannot play until Wed 11 Mar 2026, 08:00 UTC"


def test_it_is_told_as_standing_before_a_sweep_has_noted_it(ana: User, bo: User) -> None:
    game = make_game(ana, bo, first_by="account", turn_seconds=3 * 86_400, bank_seconds=0)
    pause(ana, swept=False)
    with time_machine.travel(NOW + 2 * DAY, tick=False):
        says = told(game, bo)
        assert "Ana cannot play until Wed 11 Mar 2026, 08:00 UTC. It has 3 days left." in says
        assert "Ana has until" not in says
        html = browser_of(bo).get("/games/").content.decode()
        assert "paused: Ana cannot play until Wed 11 Mar 2026, 08:00 UTC" in words(html)


def test_time_that_was_up_before_is_told_as_up(ana: User, bo: User) -> None:
    game = make_game(ana, bo, first_by="account")
    Game.objects.filter(pk=game.pk).update(deadline=NOW - DAY, running_since=NOW - 3 * DAY)
    pause(ana, swept=False)
    assert "stands still" not in told(game, bo)


def test_my_games_say_so_too(ana: User, bo: User) -> None:
    game = make_game(ana, bo, first_by="account")
    end_turn(game, timedelta(0))
    pause(bo)
    html = browser_of(ana).get("/games/").content.decode()
    assert "paused: Bo cannot play until Wed 11 Mar 2026, 08:00 UTC" in words(html)
    assert "suspen" not in html


def test_a_pause_is_told_before_a_vacation(ana: User, bo: User) -> None:
    game = make_game(ana, bo, first_by="account")
    User.objects.filter(pk=ana.pk).update(vacation_from=NOW, vacation_until=NOW + DAY)
    pause(ana)
    assert "on vacation" not in told(game, bo)


def test_nothing_is_told_of_a_seat_that_was_left(ana: User, bo: User) -> None:
    game = make_game(ana, bo, make_user("Cy"), first_by="account")
    sanctions.impose(
        user_id=ana.pk,
        by=make_staff("moderator"),
        kind="ban",
        reason="You were rude.",
        games="leave",
        now=NOW,
    )
    sweep(NOW)
    html = browser_of(bo).get(game.get_absolute_url()).content.decode()
    assert "cannot play until" not in html and "removed" in html
    assert "rude" not in html and "suspen" not in html

"""Your games by deadline: until when, what is left, and which stand still."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Game
from games.play import ending
from games.play.beat import beat
from games.play.pace import HOUR
from tests.builders import NOW, make_game, make_user
from tests.views.test_my_games import game_with, order, read
from tests.views.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


@pytest.fixture
def now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


def with_deadline(game: Game, hours: int | None) -> Game:
    deadline = None if hours is None else NOW + timedelta(hours=hours)
    Game.objects.filter(pk=game.pk).update(deadline=deadline)
    return Game.objects.get(pk=game.pk)


def stop(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=None, stopped_seconds=5 * HOUR)


@pytest.mark.parametrize("waits", [True, False])
def test_each_running_game_tells_time_left_and_deadline(ana: User, waits: bool) -> None:
    with_deadline(game_with(ana, "Bo", waits=waits), 30)
    assert order(read(ana), "With Bo", "1 day 6 hours left , until Mon 2 Mar 2026, 14:00 UTC")
    html = browser_of(ana).get("/games/").content.decode()
    assert '<time datetime="2026-03-02T14:00:00+00:00">' in html
    assert f'data-left="{30 * HOUR}"' in html


@pytest.mark.parametrize("waits", [True, False])
def test_the_earliest_deadline_comes_first_and_none_last(ana: User, waits: bool) -> None:
    for name, hours in [("Bo", None), ("Cy", 90), ("Di", 2), ("Ed", 30)]:
        with_deadline(game_with(ana, name, waits=waits), hours)
    assert order(read(ana), "With Di", "With Ed", "With Cy", "With Bo")


def test_a_paused_game_is_marked_with_who_is_away(ana: User) -> None:
    stop(game_with(ana, "Bo", waits=False))
    bo = User.objects.get(name="Bo")
    bo.vacation_from, bo.vacation_until = NOW, NOW + timedelta(days=2)
    bo.save()
    text = read(ana)
    assert "paused: Bo is on vacation until Tue 3 Mar 2026, 08:00 UTC (5 hours left)" in text
    assert 'class="clock paused"' in browser_of(ana).get("/games/").content.decode()


def test_one_s_own_vacation_is_told_as_one_s_own(ana: User) -> None:
    stop(game_with(ana, "Bo", waits=True))
    ana.vacation_from, ana.vacation_until = NOW, NOW + timedelta(days=2)
    ana.save()
    assert "paused: you are on vacation until Tue 3 Mar 2026, 08:00 UTC" in read(ana)


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("called-off", "called off"),
        ("agreed", "ended by agreement"),
        ("idle", "closed after thirty idle days"),
        ("", "ended before its time"),
    ],
)
def test_a_game_without_a_result_says_how_it_ended(ana: User, why: str, told: str) -> None:
    game = make_game(ana, make_user("Bo"))
    ending.call_off(game_id=game.pk, user=ana, now=NOW)
    Game.objects.filter(pk=game.pk).update(end=why)
    assert order(read(ana), "Finished", "With Bo", f"{told} · Rulebook", "Look")
    assert not re.search("Place|Score sheet", read(ana))


def test_in_an_outage_clocks_stand(ana: User) -> None:
    with_deadline(game_with(ana, "Bo", waits=True), 30)
    beat(NOW)
    with time_machine.travel(NOW + timedelta(days=9), tick=False):
        assert order(read(ana), "With Bo", "1 day 6 hours left")

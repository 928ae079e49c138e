"""Pages with clocks and early endings fit every screen and keep WCAG 2.2 AA, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play import ending
from games.play.lobby import Options, join, open_table
from games.play.pace import DAY, HOUR
from tests.browser.test_looks import LONG, in_turn, keeps_what_it_owes
from tests.builders import NOW, SEED, make_game, make_user, play_some

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user("Ana")


@pytest.fixture
def bo(live_site: object) -> User:
    return make_user(LONG)


@pytest.fixture
def page(ana: User, new_member: Callable[..., Page]) -> Page:
    """The site as Ana sees it."""
    return new_member(ana)


def leave(game: Game, seconds: int) -> None:
    """Let so much time be left on the clock."""
    deadline = timezone.now() + timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(deadline=deadline)


def pause(game: Game, away: User) -> None:
    """Stop the clock, as `away` is on vacation."""
    away.vacation_from = timezone.now() - timedelta(days=1)
    away.vacation_until = timezone.now() + timedelta(days=9)
    away.save()
    Game.objects.filter(pk=game.pk).update(deadline=None, stopped_seconds=30 * HOUR)


def all_played(game: Game) -> None:
    """Let everybody have a first turn."""
    while game.seats.filter(turns=0).exists():
        play_some(game, 1)


def test_a_free_pace_that_cannot_be(page: Page) -> None:
    page.goto("/new/")
    page.get_by_label("Free choice").check()
    page.get_by_label("Time for a turn", exact=True).fill("999")
    page.get_by_label("Time bank", exact=True).fill("")
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.locator(".own-pace .errorlist")).to_have_count(2)
    keeps_what_it_owes(page, "New table")


def test_the_waiting_room_of_a_host_with_others(ana: User, bo: User, page: Page) -> None:
    options = Options(players=4, turn_seconds=DAY + 60, vacations=False)
    table = open_table(host=ana, options=options, now=timezone.now())
    for user in (bo, make_user("Cleo")):
        join(game_id=table.pk, user=user, seed=SEED, now=timezone.now())
    page.goto(table.get_absolute_url())
    page.get_by_text("Send away…").first.click()
    expect(page.get_by_role("button", name=f"Send {LONG} away")).to_be_visible()
    keeps_what_it_owes(page, "Your table")
    page.goto("/lobby/")
    keeps_what_it_owes(page, "Lobby")


def test_the_waiting_room_of_whoever_was_sent_away(ana: User, bo: User, page: Page) -> None:
    table = open_table(host=bo, options=Options(), now=timezone.now())
    Game.objects.filter(pk=table.pk).update(barred=[ana.pk])
    page.goto(table.get_absolute_url())
    expect(page.get_by_text("You were sent away")).to_be_visible()
    keeps_what_it_owes(page, "table")


@pytest.mark.parametrize("seconds", [4 * DAY, 2 * DAY, 200, 0])
def test_the_table_with_a_deadline(ana: User, bo: User, page: Page, seconds: int) -> None:
    game = make_game(ana, bo, players=4)
    in_turn(game, ana)
    leave(game, seconds)
    page.goto(game.get_absolute_url())
    page.get_by_text("End this game…").click()
    expect(page.locator("#clock")).to_be_visible()
    keeps_what_it_owes(page, "table")


def test_the_table_stopped_by_a_vacation(ana: User, bo: User, page: Page) -> None:
    game = make_game(ana, bo, make_user("Cleo"))
    in_turn(game, bo)
    pause(game, bo)
    page.goto(game.get_absolute_url())
    expect(page.locator("#clock.paused")).to_be_visible()
    expect(page.locator(".seat .away")).to_be_visible()
    keeps_what_it_owes(page, "table")


@pytest.mark.parametrize("whose", ["another's", "one's own"])
def test_the_table_with_a_proposal(ana: User, bo: User, page: Page, whose: str) -> None:
    game = make_game(ana, bo, make_user("Cleo"))
    all_played(game)
    in_turn(game, ana)
    leave(game, DAY)
    by = ana if whose == "one's own" else bo
    ending.propose(game_id=game.pk, user=by, now=timezone.now())
    page.goto(game.get_absolute_url())
    expect(page.locator("#refuse")).to_be_visible()
    keeps_what_it_owes(page, "table")


@pytest.mark.parametrize("made", [True, False])
def test_the_table_where_a_proposal_can_be_made(
    ana: User, bo: User, page: Page, made: bool
) -> None:
    game = make_game(ana, bo)
    all_played(game)
    if made:
        ending.propose(game_id=game.pk, user=ana, now=timezone.now())
        ending.answer(game_id=game.pk, user=bo, agrees=False, now=timezone.now())
    page.goto(game.get_absolute_url())
    page.get_by_text("End this game…").click()
    expect(page.locator("#end-game")).to_have_count(0 if made else 1)
    keeps_what_it_owes(page, "table")


def test_a_game_that_was_called_off(ana: User, bo: User, page: Page) -> None:
    game = make_game(ana, bo)
    ending.call_off(game_id=game.pk, user=bo, now=timezone.now())
    page.goto(game.get_absolute_url())
    expect(page.get_by_text("The game was called off")).to_be_visible()
    keeps_what_it_owes(page, "Your table")


def test_your_games_with_deadlines_one_paused_one_called_off(
    ana: User, bo: User, page: Page
) -> None:
    leave(make_game(ana, bo, make_user("Cleo"), arranged=False), 90 * HOUR)
    soon, paused, void = (make_game(ana, bo) for _game in range(3))
    in_turn(soon, ana)
    leave(soon, 200)
    in_turn(paused, bo)
    pause(paused, bo)
    ending.call_off(game_id=void.pk, user=bo, now=timezone.now())
    open_table(host=ana, options=Options(turn_seconds=2 * HOUR, bank_seconds=0), now=NOW)
    page.goto("/games/")
    expect(page.locator(".clock")).to_have_count(3)
    # Bo is away: where he has yet to arrange, all wait for him as well.
    expect(page.locator(".clock.paused")).to_have_count(2)
    keeps_what_it_owes(page, "Your games")

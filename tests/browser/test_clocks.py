"""Time left on a page that stays open: counted down, never read out, true without scripts."""

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
from games.play.pace import DAY, HOUR, MINUTE
from tests.browser.player import Player
from tests.builders import SEED, make_game, make_user, play_some

# What browsers do does not depend on the database; two people play on both.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
COUNT = """() => {
  window.changes = 0;
  const count = changes => { window.changes += changes.length; };
  new MutationObserver(count).observe(document.querySelector("#clock .left"),
    {childList: true, characterData: true, subtree: true});
}"""


@pytest.fixture
def people(live_site: object) -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people)


@pytest.fixture
def waiting(game: Game, people: list[User], new_member: Callable[..., Page]) -> Player:
    """The one whose turn it is not."""
    return Player(new_member(people[1 - game.active_seat]))


def leave(game: Game, seconds: int) -> None:
    """Let so much time be left on the clock."""
    deadline = timezone.now() + timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(deadline=deadline)


def left(page: Page) -> str:
    return page.locator("#clock .left").inner_text()


def open_at(player: Player, game: Game, seconds: int) -> Page:
    """Open the table with so much time left, and hold the page's clock."""
    page = player.page
    page.route("**/poll/**", lambda route: route.fulfill(status=204))
    leave(game, seconds)
    page.goto(game.get_absolute_url())
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    return page


def test_minutes_are_counted_then_in_the_last_five_seconds(game: Game, waiting: Player) -> None:
    page = open_at(waiting, game, 2 * HOUR + 30)
    assert left(page) in {"2 hours 1 minute left", "2 hours left"}
    page.evaluate(COUNT)
    page.clock.run_for("01:00:00")
    assert left(page) in {"1 hour 1 minute left", "1 hour left"}
    assert page.evaluate("window.changes") <= 61
    page.clock.run_for("00:56:00")
    expect(page.locator("#clock .left.soon")).to_be_visible()
    before = left(page)
    assert before.startswith("4 minutes")
    assert "second" in before
    page.clock.run_for(2000)
    assert left(page) != before


def test_at_the_end_time_is_up(game: Game, waiting: Player) -> None:
    page = open_at(waiting, game, 90)
    page.clock.run_for("02:00")
    assert left(page) == "time is up"


def test_days_and_hours_are_told_as_the_page_tells_them(game: Game, waiting: Player) -> None:
    for seconds in (13 * DAY + 5 * HOUR, DAY + 20 * MINUTE, DAY - 20, 61 * MINUTE, 6 * MINUTE):
        leave(game, seconds)
        waiting.page.goto(game.get_absolute_url())
        by_server = waiting.page.request.get(game.get_absolute_url()).text()
        assert f">{left(waiting.page)}</span>" in by_server


def test_no_part_of_it_is_read_out(game: Game, waiting: Player) -> None:
    page = open_at(waiting, game, HOUR)
    live = "#clock :is([aria-live], [role=status], [role=timer], [role=alert])"
    assert page.locator(live).count() == 0
    assert page.locator("[aria-live] #clock, [role=status] #clock").count() == 0


def test_without_scripts_it_is_told_as_of_now(
    game: Game, people: list[User], new_member: Callable[..., Page]
) -> None:
    leave(game, 3 * HOUR + 20)
    page = new_member(people[0], java_script_enabled=False)
    page.goto(game.get_absolute_url())
    assert left(page) == "3 hours left"


def test_a_clock_that_was_stopped_is_shown_without_loading_the_page(
    game: Game, waiting: Player
) -> None:
    waiting.page.goto(game.get_absolute_url())
    Game.objects.filter(pk=game.pk).update(deadline=None, stopped_seconds=5 * HOUR)
    waiting.look()
    expect(waiting.page.locator("#clock")).to_have_text(
        "The clock stands still. It has 5 hours left."
    )


def test_a_free_pace_is_chosen_without_scripts(
    people: list[User], new_member: Callable[..., Page]
) -> None:
    page = new_member(people[0], java_script_enabled=False)
    page.goto("/new/")
    expect(page.get_by_label("Time for a turn", exact=True)).to_be_hidden()
    page.get_by_label("Free choice").check()
    page.get_by_label("Time for a turn", exact=True).fill("2")
    page.get_by_label("Unit of the time for a turn").select_option("hours")
    page.get_by_label("Time bank", exact=True).fill("1")
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.get_by_text("2 hours a turn, 1 day in the bank")).to_be_visible()


def test_the_host_sends_somebody_away_without_scripts(
    people: list[User], new_member: Callable[..., Page]
) -> None:
    ana, bo = people
    table = open_table(host=ana, options=Options(players=3), now=timezone.now())
    join(game_id=table.pk, user=bo, seed=SEED, now=timezone.now())
    away = Player(new_member(bo))
    away.page.goto(table.get_absolute_url())
    page = new_member(ana, java_script_enabled=False)
    page.goto(table.get_absolute_url())
    page.get_by_text("Send away…").click()
    page.get_by_role("button", name="Send Bo away").click()
    expect(page.get_by_text("Bo was sent away.")).to_be_visible()
    away.look()
    expect(away.says).to_have_text("You were sent away from this table.")


def test_two_agree_to_end_a_game_and_both_see_it(
    game: Game, people: list[User], new_member: Callable[..., Page]
) -> None:
    while game.seats.filter(turns=0).exists():
        play_some(game, 1)
    ana, bo = (Player(new_member(user)) for user in people)
    for player in (ana, bo):
        player.page.goto(game.get_absolute_url())
    ana.page.get_by_text("End this game…").click()
    ana.page.get_by_role("button", name="Propose to end the game").click()
    expect(ana.page.get_by_text("You propose to end this game")).to_be_visible()
    bo.look()
    expect(bo.page.get_by_text("Ana proposes to end this game").last).to_be_visible()
    bo.page.get_by_role("button", name="Agree: end the game").click()
    agreed = "The players have agreed to end the game. It has no result."
    expect(bo.says).to_have_text(agreed)
    ana.look()
    expect(ana.says).to_have_text(agreed)
    expect(ana.page.locator(".square")).to_have_count(0)


def test_a_game_called_off_by_another_leaves_no_page_asking(
    game: Game, people: list[User], waiting: Player
) -> None:
    waiting.page.goto(game.get_absolute_url())
    ending.call_off(game_id=game.pk, user=people[game.active_seat], now=timezone.now())
    waiting.look()
    expect(waiting.says).to_contain_text("The game was called off")
    asked: list[str] = []
    waiting.page.on("request", lambda request: asked.append(request.url))
    waiting.page.clock.fast_forward("02:00")
    expect(waiting.page.locator("#following p:visible")).to_have_count(0)
    assert asked == []

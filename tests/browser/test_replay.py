"""Games stepped through: by keys, by the slider, by themselves, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import NOW, make_game, make_user, play_some

# How positions are reached does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user("Ana")


@pytest.fixture
def game(ana: User) -> Game:
    game = make_game(ana, make_user("Bo"), make_user("Wolfgang-Maximilian-Wwww"), turn_limit=10)
    play_some(game)
    return Game.objects.get(pk=game.pk)


def here(page: Page, at: int, query: str = "") -> None:
    """Expect a position, at its own address, marked in the log and on the slider."""
    expect(page).to_have_url(re.compile(rf"/replay/{at}/{re.escape(query)}$"))
    expect(page.locator("#position")).to_have_attribute("data-at", str(at))
    expect(page.locator("#lines [aria-current]")).to_have_id(f"step-{at}")
    expect(page.locator("#at")).to_have_value(str(at))


def loaded(page: Page, at: int, query: str = "") -> None:
    """Expect a position of a page that was loaded as a whole, its script at work."""
    here(page, at, query)
    expect(page.locator("#play")).to_be_visible()


def last_of(page: Page) -> int:
    return int(page.locator("#position").get_attribute("data-last") or "")


def test_by_keys(new_member: Callable[..., Page], ana: User, game: Game) -> None:
    page = new_member(ana)
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Replay").click()
    loaded(page, 0)
    last = last_of(page)
    page.keyboard.press("ArrowRight")
    here(page, 1)
    for _press in range(3):  # quicker than the pages come
        page.keyboard.press("ArrowRight")
    here(page, 4)
    page.locator("#to-next").dblclick()
    here(page, 6)
    page.keyboard.press("ArrowLeft")
    here(page, 5)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    here(page, 3)
    page.keyboard.press("End")
    here(page, last)
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    here(page, 0)
    page.keyboard.press("ArrowLeft")
    page.go_back()
    expect(page).to_have_url(re.compile(rf"{game.code}/$"))


def test_jumps_can_be_taken_back_and_steps_leave_no_trace(page: Page, game: Game) -> None:
    page.goto(f"{game.get_absolute_url()}replay/2/")
    loaded(page, 2)
    page.locator("#step-5").click()
    here(page, 5)
    page.locator("#to-next").click()
    here(page, 6)
    page.get_by_role("slider", name="Step").fill("8")
    here(page, 8)
    page.get_by_role("link", name="Open all cards").click()
    here(page, 8, "?open=1")
    page.go_back()
    loaded(page, 8)
    page.go_back()
    loaded(page, 2)


def test_a_step_brings_no_log_and_keeps_what_is_unfolded(page: Page, game: Game) -> None:
    page.goto(f"{game.get_absolute_url()}replay/5/")
    loaded(page, 5)
    told = page.locator("#told")
    with page.expect_response(re.compile("/6/")) as brought:
        page.keyboard.press("ArrowRight")
    here(page, 6)
    assert "step-6" not in brought.value.text()
    expect(told).to_contain_text("Step 6 of")
    page.get_by_role("link", name="Open all cards").click()
    here(page, 6, "?open=1")
    expect(told).to_have_text("All cards lie open.")
    assert (page.locator("#step-9").get_attribute("href") or "").endswith("/9/?open=1")
    coming = page.locator("#coming-cards")
    coming.click()
    page.keyboard.press("ArrowRight")
    here(page, 7, "?open=1")
    expect(coming).to_be_focused()
    expect(page.locator("#coming")).to_have_attribute("open", "")
    expect(told).to_contain_text("Step 7 of")
    page.get_by_role("link", name="Hide face-down cards").click()
    here(page, 7)
    expect(told).to_have_text("The face-down cards are hidden again.")


def test_it_plays_at_the_pace_that_was_chosen(page: Page, game: Game) -> None:
    page.clock.install(time=NOW)
    page.goto(f"{game.get_absolute_url()}replay/")
    loaded(page, 0)
    page.clock.pause_at(NOW + timedelta(hours=1))
    page.get_by_label("Pace").select_option("fast")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    for at in (1, 2, 3):
        here(page, at)
        page.clock.run_for(600)
    here(page, 4)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    here(page, 4)
    page.goto(f"{game.get_absolute_url()}replay/{last_of(page) - 1}/")
    page.get_by_role("button", name="Play").click()
    here(page, last_of(page))
    page.clock.run_for(600)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_by_slider_log_and_links(page: Page, game: Game) -> None:
    page.goto(f"{game.get_absolute_url()}replay/5/")
    loaded(page, 5)
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowRight")
    here(page, 6)
    expect(page.get_by_role("slider", name="Step")).to_be_focused()
    page.get_by_role("slider", name="Step").fill("12")
    here(page, 12)
    page.locator("#step-9").click()
    here(page, 9)
    expect(page.locator("#step-9")).to_be_focused()
    page.get_by_role("link", name="Open all cards").click()
    here(page, 9, "?open=1")
    expect(
        page.get_by_role("img", name=re.compile("(?<!Territory), face down")).first
    ).to_be_visible()
    next_step = page.get_by_role("link", name="Next step")
    next_step.click()
    here(page, 10, "?open=1")
    expect(next_step).to_be_focused()
    page.get_by_role("link", name="Last step").click()
    here(page, last_of(page), "?open=1")
    expect(page.locator("#says")).to_be_focused()


def test_without_scripts(new_visitor: Callable[..., Page], game: Game) -> None:
    page = new_visitor(java_script_enabled=False)
    page.goto(f"{game.get_absolute_url()}replay/")
    here(page, 0)
    expect(page.locator("#playing")).to_be_hidden()
    page.get_by_role("link", name="Next step").click()
    here(page, 1)
    page.get_by_role("link", name="Open all cards").click()
    here(page, 1, "?open=1")
    page.get_by_role("spinbutton", name="Step").fill("20")
    page.get_by_role("button", name="Go there").click()
    here(page, 20, "?open=1")
    assert page.locator("#lines").evaluate("list => list.scrollHeight - list.clientHeight") == 0
    page.locator("#step-4").click()
    here(page, 4, "?open=1")
    page.get_by_role("link", name="Last step").click()
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()


@pytest.mark.parametrize("at", ["7/?open=1", "last"])
def test_a_position_keeps_what_pages_owe(
    new_member: Callable[..., Page], ana: User, game: Game, at: str
) -> None:
    assert game.record is not None
    page = new_member(ana)
    at = at.replace("last", f"{len(game.record['turns'])}/")
    page.goto(f"{game.get_absolute_url()}replay/{at}")
    assert layout_faults(page) == []
    assert axe_faults(page) == []

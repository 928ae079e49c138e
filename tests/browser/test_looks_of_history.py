"""A history fits every screen, keeps WCAG 2.2 AA, and is filtered by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_looks import LONG, keeps_what_it_owes
from tests.builders import make_user
from tests.ended import ended_game

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


def test_a_history_and_its_filter(live_site: object, new_member: Callable[..., Page]) -> None:
    ana, bo, cy = make_user("Ana"), make_user(LONG), make_user("Cy")
    ended_game(ana, bo, cy, None, rated=True, rating=(25.0, 25.5), ruleset="arena-feud")
    ended_game(ana, bo, places=(2, 1), left="timeout", end="alone", ago=60)
    ended_game(ana, cy, places=(None, None), ago=80)
    page = new_member(ana)
    page.goto("/games/")
    page.get_by_role("link", name="All that have ended").click()
    expect(page.locator(".history .row")).to_have_count(3)
    keeps_what_it_owes(page, "Your history")
    page.get_by_text("Filter", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("Opponent").focus()
    page.keyboard.type("cy")
    page.keyboard.press("Enter")
    expect(page.locator(".history .row")).to_have_count(2)
    expect(page.locator(".chosen")).to_have_text("Opponent: Cy Show all")
    keeps_what_it_owes(page, "Your history")
    page.get_by_text("Filter", exact=True).click()
    expect(page.get_by_label("Opponent")).to_have_value("cy")
    page.get_by_label("Opponent").fill("Nobody")
    page.get_by_label("Opponent").press("Enter")
    expect(page.get_by_text("There is nobody of that name.")).to_be_visible()
    expect(page.get_by_label("Opponent")).to_be_focused()
    keeps_what_it_owes(page, "Your history")

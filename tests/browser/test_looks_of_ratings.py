"""A profile with all its figures and the leaderboard fit phones, and keep WCAG 2.2 AA."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.play.lobby import Options, open_table
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import NOW, make_user
from tests.results import make_rating, make_result

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"


@pytest.fixture
def reader(live_site: object) -> User:
    """Has met somebody with a long name; both are rated."""
    ana, other = make_user("Ana"), make_user(LONG)
    for number in range(12):
        make_result(other, ana, ruleset="arena-feud", mus=[25 + number, 25 - number / 2])
    make_result(other, ana, None)
    make_rating(other, 36, games=12)
    make_rating(ana, 19.5, games=12)
    return ana


def test_a_profile(reader: User, new_member: Callable[..., Page]) -> None:
    page = new_member(reader)
    page.goto(f"/people/{LONG}/")
    expect(page.locator("h1")).to_have_text(LONG)
    expect(page.locator("figure svg")).to_be_visible()
    page.get_by_text("The curve as a table").click()
    assert layout_faults(page) == []
    assert axe_faults(page) == []
    page.get_by_role("main").get_by_role("link", name="Leaderboard").click()
    expect(page).to_have_url(f"{page.url.split('/leader')[0]}/leaderboard/?page=1#line-1")
    assert layout_faults(page) == []
    assert axe_faults(page) == []


def test_with_letters_of_twice_the_size_tables_scroll_and_pages_do_not(
    reader: User, new_member: Callable[..., Page]
) -> None:
    table = open_table(host=reader, options=Options(rated=True), now=NOW)
    page = new_member(reader, viewport={"width": 390, "height": 800})
    for address in (f"/people/{LONG}/", "/leaderboard/", "/rules/", table.get_absolute_url()):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        assert page.evaluate("document.scrollingElement.scrollWidth") == 390, address
        for scrolls in page.locator(".wide-table").all():
            assert scrolls.get_attribute("tabindex") == "0"
            assert scrolls.get_attribute("aria-label") or scrolls.get_attribute("aria-labelledby")

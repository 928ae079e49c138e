"""A guest's way, from the first page to the score sheet and to an account."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import sign_up
from tests.browser.player import Player
from tests.processes import Started

# What browsers do does not depend on the database; two people play on both.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
CATEGORIES = ["Elves", "Dwarves", "Humans", "Goblins", "Dragons", "Legends", "Conflicts"]


def test_a_guest_plays_three_bots_to_the_score_sheet_and_keeps_the_game(
    page: Page, celery_worker_process: Callable[..., Started]
) -> None:
    celery_worker_process()
    guest = Player(page)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(guest.ready_button).to_be_visible()
    expect(page.locator(".seat")).to_have_count(4)

    guest.swap("b2", "c3")
    guest.say_ready()
    guest.play_against_bots()

    sheet = page.get_by_role("table", name="Score sheet")
    expect(sheet.locator("tbody th")).to_have_text([*CATEGORIES, "Total", "Place"])
    expect(sheet.locator("tbody td")).to_have_count(9 * 4)
    assert "1" in sheet.locator("tr.place td").all_inner_texts()
    expect(page.locator(".kingdom [data-kind]")).to_have_count(4 * 16)
    expect(page.locator(".kingdom [data-kind='?']")).to_have_count(0)
    expect(guest.owned).to_have_count(guest.claimed)

    page.locator(".account summary").click()
    page.get_by_role("link", name="Keep my games").click()
    sign_up(page, "Ana")
    page.get_by_role("link", name="Your games").click()
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
    page.get_by_role("link", name="Score sheet").click()
    expect(sheet.get_by_role("columnheader", name="Ana")).to_be_visible()

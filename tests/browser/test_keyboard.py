"""The keyboard alone is enough, and who uses it always knows where they are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import KeyboardPlayer
from tests.builders import make_user
from tests.processes import Started

# Where the keys lead does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


def test_a_whole_game_by_keyboard(
    new_member: Callable[..., Page], celery_worker_process: Callable[..., Started]
) -> None:
    celery_worker_process()
    ana = KeyboardPlayer(new_member(make_user("Ana")))
    page = ana.page
    page.goto("/lobby/")
    ana.press(page.get_by_role("link", name="New table"))
    ana.press(page.get_by_role("button", name="Open the table").first)
    ana.press(page.get_by_role("button", name="Start with bots"))
    ana.swap("b2", "c3")
    ana.say_ready()
    ana.play_against_bots()
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    ana.press(page.get_by_role("link", name="To the lobby"))
    expect(page).to_have_url(re.compile("/lobby/$"))

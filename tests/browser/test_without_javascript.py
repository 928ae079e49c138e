"""Plain forms are enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import PlainPlayer
from tests.processes import Started

# What browsers do does not depend on the database; two people play on both.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


def test_a_whole_game_without_scripts(
    new_visitor: Callable[..., Page], celery_worker_process: Callable[..., Started]
) -> None:
    celery_worker_process()
    guest = PlainPlayer(new_visitor(java_script_enabled=False))
    guest.page.goto("/")
    guest.page.get_by_role("radio", name="1").check()
    guest.page.get_by_role("button", name="Play now").click()
    guest.swap("b2", "c3")
    guest.say_ready()
    guest.play_against_bots()
    expect(guest.page.get_by_role("table", name="Score sheet")).to_be_visible()

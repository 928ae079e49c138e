"""Bots woken by way of Redis, as on a server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.player import Player
from tests.processes import Started

pytestmark = [pytest.mark.browser, pytest.mark.redis]


@pytest.mark.parametrize("broker", ["redis"], indirect=True)
def test_bots_follow_a_turn_at_once(
    page: Page, broker: str, celery_worker_process: Callable[..., Started]
) -> None:
    celery_worker_process(broker, beat=False)
    guest = Player(page)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    guest.say_ready()
    guest.wait_for_bots()
    guest.take_turn()
    guest.wait_for_bots()
    assert guest.is_mine

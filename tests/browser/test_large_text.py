"""Text of twice its size on a phone: all lines break, and nothing needs to be scrolled sideways."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from games.models import Game
from tests.browser.looks import BEYOND_THE_EDGE
from tests.builders import make_game, make_user, play_some

# How lines break does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
PHONE = {"width": 390 // 2, "height": 800 // 2}  # a browser that enlarges all has half the room


@pytest.mark.parametrize("page_of", ["table", "replay", "games"])
def test_nothing_sticks_out_sideways(
    live_site: object, new_member: Callable[..., Page], page_of: str
) -> None:
    ana = make_user("Ana")
    people = [ana, make_user("Bo"), make_user("Wolfgang-Maximilian-Wwww")]
    game = make_game(*people, turn_seconds=604_800, bank_seconds=604_800)
    play_some(game, 25)
    left = timedelta(hours=23, minutes=59)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + left)
    addresses = {
        "table": game.get_absolute_url(),
        "replay": f"{game.get_absolute_url()}replay/3/",
        "games": "/games/",
    }
    page = new_member(ana, viewport=PHONE)
    page.goto(addresses[page_of])
    assert page.evaluate(BEYOND_THE_EDGE) == []

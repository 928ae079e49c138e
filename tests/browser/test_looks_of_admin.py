"""Lists and pages of the admin fit every screen: what is wide scrolls within itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.moderation import tables
from tests.browser.looks import layout_faults
from tests.builders import make_game, make_staff, make_user, play_some

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"
LISTS = (
    *("accounts/act", "accounts/user", "accounts/notice", "games/game", "games/clockshift"),
    "games/heartbeat/numbers",
)


@pytest.fixture
def game(live_site: object) -> Game:
    """A game that is over, with four long names, of which staff took the result back."""
    people = [make_user(f"{LONG[:-number]}{'x' * number}") for number in (1, 2, 3, 4)]
    game = make_game(*people, turn_seconds=3 * 86_400, bank_seconds=7 * 86_400)
    play_some(game)
    why = "They played together. " * 12
    by = make_staff("moderator", "Mo")
    tables.void(game_id=game.pk, by=by, why=why, now=timezone.now())
    return game


@pytest.fixture
def page(game: Game, new_member: Callable[..., Page]) -> Page:
    """The site as a superuser sees it."""
    return new_member(User.objects.create_superuser("Boss", "boss@example.org"))


@pytest.mark.parametrize("name", LISTS)
def test_a_list(page: Page, name: str) -> None:
    page.goto(f"/admin/{name}/")
    expect(page.locator("h1").last).to_be_visible()
    assert layout_faults(page) == []


def test_the_page_of_a_game(page: Page, game: Game) -> None:
    page.goto(f"/admin/games/game/{game.pk}/change/")
    assert layout_faults(page) == []
    expect(page.get_by_text("3 days")).to_be_visible()
    expect(page.get_by_text("259200")).to_have_count(0)


def test_reasons_in_the_audit_log_are_read_without_scrolling(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/admin/accounts/act/")
    table = page.locator("#changelist .results")
    assert table.evaluate("element => element.scrollWidth <= element.clientWidth + 1")

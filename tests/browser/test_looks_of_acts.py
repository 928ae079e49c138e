"""What staff did at a table fits every screen and keeps WCAG 2.2 AA, light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, join, open_table
from games.play.moderation import tables
from tests.browser.test_looks import LONG, keeps_what_it_owes
from tests.builders import SEED, make_game, make_staff, make_user, play_some

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
WHY = "Reason " + "W" * 120 + " and so on, " * 20


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user("Ana")


@pytest.fixture
def mod(live_site: object) -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def page(ana: User, new_member: Callable[..., Page]) -> Page:
    """The site as Ana sees it."""
    return new_member(ana)


def look(page: Page, game: Game, heading: str) -> None:
    page.goto(game.get_absolute_url())
    keeps_what_it_owes(page, heading)
    page.get_by_role("link", name="What staff did at this table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What staff did")
    keeps_what_it_owes(page, "What staff did")


def test_a_running_game(ana: User, mod: User, page: Page) -> None:
    game = make_game(ana, make_user(LONG), make_user("Cy"))
    who = {"game_id": game.pk, "by": mod, "why": WHY}
    tables.give_time(**who, seconds=93600, now=timezone.now())  # type: ignore[arg-type]
    tables.remove(**who, number=1, now=timezone.now())  # type: ignore[arg-type]
    look(page, game, "table")


def test_a_result_taken_back(ana: User, mod: User, page: Page) -> None:
    game = make_game(ana, make_user(LONG))
    play_some(game)
    tables.void(game_id=game.pk, by=mod, why=WHY, now=timezone.now())
    look(page, game, "Your table")


def test_a_table_that_waits(ana: User, mod: User, page: Page) -> None:
    table = open_table(host=ana, options=Options(players=4), now=timezone.now())
    join(game_id=table.pk, user=make_user(LONG), seed=SEED, now=timezone.now())
    tables.remove(game_id=table.pk, by=mod, number=1, why=WHY, now=timezone.now())
    look(page, table, "Your table")


@pytest.mark.parametrize("name", ["remove", "call-off"])
def test_the_pages_on_which_staff_act(
    ana: User, mod: User, new_member: Callable[..., Page], name: str
) -> None:
    game = make_game(ana, make_user(LONG))
    page = new_member(mod)
    page.goto(f"/admin/games/game/{game.pk}/change/")
    page.locator(f"a[href$='/{name}/']").click()
    page.get_by_label("Reason").fill("They insult each other.")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("This cannot be taken back.")).to_be_visible()
    page.locator("input[name=sure]").click()
    expect(page.locator(".messagelist")).to_be_visible()
    expect(page.get_by_text("What staff did")).to_be_visible()

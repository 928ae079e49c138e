"""The pages around blocking and limits fit and can be read by all; a person blocks by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts.models import User
from games.play.lobby import Options, join, open_table
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import NOW, SEED, make_user

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"


@pytest.fixture
def bo(live_site: object) -> User:
    return make_user(LONG)


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user("Ana")


def keeps_what_it_owes(page: Page, heading: str) -> None:
    """Check the page that is open, under its heading."""
    expect(page.locator("h1")).to_contain_text(heading)
    assert layout_faults(page) == []
    assert axe_faults(page) == []


def test_blocking_somebody_and_letting_them_be(
    ana: User, bo: User, new_member: Callable[..., Page]
) -> None:
    for host, other in ((ana, bo), (bo, ana)):
        game = open_table(host=host, options=Options(players=4), now=NOW)
        join(game_id=game.pk, user=other, seed=SEED, now=NOW)
    page = new_member(ana)
    page.goto(f"/people/{LONG}/")
    page.get_by_role("button", name="Block").click()
    keeps_what_it_owes(page, f"Block {LONG}?")
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text("are kept apart from now on")).to_be_visible()
    keeps_what_it_owes(page, LONG)
    page.goto(game.get_absolute_url())
    keeps_what_it_owes(page, f"{LONG}’s table")
    page.goto("/accounts/settings/")
    page.get_by_role("link", name="Blocked people").click()
    keeps_what_it_owes(page, "Blocked people")
    page.get_by_role("button", name="Unblock").click()
    expect(page.get_by_text("You have blocked nobody.")).to_be_visible()
    keeps_what_it_owes(page, "Blocked people")


def test_no_seat_left(ana: User, new_member: Callable[..., Page]) -> None:
    for _table in range(5):
        open_table(host=ana, options=Options(), now=NOW)
    page = new_member(ana)
    for address, heading in (("/lobby/", "Lobby"), ("/new/", "New table")):
        page.goto(address)
        expect(page.get_by_text("Somebody new may sit at 5 at once")).to_be_visible()
        keeps_what_it_owes(page, heading)


def test_too_often(
    ana: User, new_member: Callable[..., Page], settings: Settings, complaints: list[str]
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "table": "1/h/user"}
    page = new_member(ana)
    for _game in range(2):
        page.goto("/")
        page.get_by_role("button", name="Play now").first.click()
    keeps_what_it_owes(page, "A little later, please")
    assert "429" in complaints.pop()

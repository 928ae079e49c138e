"""Rated tables, and what their games did to ratings, fit phones and keep WCAG 2.2 AA."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.play.lobby import Options, open_table
from games.rules.moves import Move
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import NOW, act, make_game, make_user
from tests.play.ratings.book import count_all

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"


def test_from_the_form_to_the_change(live_site: object, new_member: Callable[..., Page]) -> None:
    ana, other = make_user("Ana"), make_user(LONG)
    game = make_game(ana, other, make_user("Cy"), make_user("Di"), rated=True)
    for seat in (1, 2, 3):
        act(game, seat, Move("leave", detail="resigned"))
    count_all()
    page = new_member(ana)
    page.goto(game.get_absolute_url())
    expect(page.locator("#rating-changes")).to_contain_text(LONG)
    assert layout_faults(page) == []
    assert axe_faults(page) == []
    page.goto("/new/")
    expect(page.get_by_label("rated: the result counts")).to_be_checked()
    assert layout_faults(page) == []
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.get_by_text("If a bot plays, the game is not rated.")).to_be_visible()
    assert layout_faults(page) == []
    open_table(host=other, options=Options(rated=True), now=NOW)
    page.goto("/lobby/?rated=yes")
    assert layout_faults(page) == []
    assert axe_faults(page) == []

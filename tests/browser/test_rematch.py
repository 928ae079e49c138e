"""A rematch asked for at the finished table, accepted three days later, without any script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.expiry import expire_due
from games.play.invitations import decline
from games.rules.moves import Move
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import act, make_game, make_user

# How a page looks and where a form leads does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"


def finished(*people: User) -> Game:
    game = make_game(*people, players=3)
    for seat in range(len(people)):
        if Game.objects.get(pk=game.pk).is_running:
            act(game, seat, Move("leave", detail="resigned"))
    return game


def keeps_what_it_owes(page: Page) -> None:
    assert layout_faults(page) == []
    assert axe_faults(page) == []


def test_a_rematch_is_accepted_after_three_days(
    live_site: object, new_member: Callable[..., Page]
) -> None:
    ana, bo = make_user("Ana"), make_user(LONG)
    game = finished(ana, bo)
    asks = new_member(ana, java_script_enabled=False)
    asks.goto(game.get_absolute_url())
    asks.get_by_role("button", name="Rematch").click()
    expect(asks.locator("#answers")).to_have_text(f"Asked: {LONG}.")
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        expire_due(timezone.now())
        page = new_member(bo, java_script_enabled=False)
        page.goto("/games/")
        page.get_by_role("button", name="Accept").click()
        expect(page.locator("#says")).to_contain_text("Lay out your four centre cards")
        rematch = Game.objects.get(rematch_of=game)
        assert rematch.status == "arranging"
        assert page.url.endswith(rematch.get_absolute_url())
        asks.reload()
        expect(asks.locator("#says")).to_contain_text("Lay out your four centre cards")


def test_pages_around_a_rematch_fit_and_can_be_read(
    live_site: object, new_member: Callable[..., Page]
) -> None:
    ana, bo, cy = make_user(LONG), make_user("Bo"), make_user("Cy")
    game = finished(ana, bo, cy)
    host = new_member(ana)
    host.goto(game.get_absolute_url())
    keeps_what_it_owes(host)
    host.get_by_role("button", name="Rematch").click()
    expect(host.locator("#let-others-in")).to_be_visible()
    keeps_what_it_owes(host)
    page = new_member(bo)
    for address in (game.get_absolute_url(), "/games/", "/g/"):
        if address == "/g/":
            page.get_by_role("link", name="asks you for a rematch").click()
        else:
            page.goto(address)
        expect(page.get_by_role("button", name="Decline")).to_be_visible()
        keeps_what_it_owes(page)
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_text("You have declined.")).to_be_visible()
    host.clock.install()
    host.reload()
    expect(host.locator("#answers")).to_contain_text("Declined: Bo.")
    host.goto(game.get_absolute_url())
    expect(host.locator("#rematch-says")).to_have_text("The rematch waits for Cy. Declined: Bo.")
    decline(game_id=Game.objects.get(rematch_of=game).pk, user=cy, now=timezone.now())
    host.clock.fast_forward("00:05")
    expect(host.locator("#rematch-says")).to_have_text("Declined: Bo and Cy.")
    expect(host.locator("#told")).to_have_text("Declined: Bo and Cy.")
    keeps_what_it_owes(host)

"""Whoever is suspended: led from an open table to a page that fits and can be read by all."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.sanctions import impose, lift
from games.models import Report
from games.play.moderation.decisions import answer_appeal
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import make_game, make_staff, make_user

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
WORD = "no-space-in-it-" * 20
DAY = timedelta(days=1)


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user("Wolfgang-Maximilian-Wwww")


EDGES = """() => Array.from(document.querySelectorAll(".row > *"))
    .map(element => Math.round(element.getBoundingClientRect().left))"""
"""Where what stands in the cards begins on the left."""


def keeps_what_it_owes(page: Page) -> None:
    expect(page.locator("h1")).to_contain_text(re.compile("You are (suspended|banned)"))
    assert layout_faults(page) == []  # on a desktop last
    edges = page.evaluate(EDGES)
    assert len({*edges}) == 1, edges
    assert axe_faults(page) == []


def are_of_403(complaints: list[str]) -> None:
    """The browser notes such an answer as an error of loading."""
    assert complaints
    assert all("403 (Forbidden)" in complaint for complaint in complaints)
    complaints.clear()


def test_the_page_and_the_answer(
    ana: User, new_member: Callable[..., Page], complaints: list[str]
) -> None:
    now, by = timezone.now(), make_staff("moderator")
    reason = f"You were rude.\n\n{WORD}"
    impose(user_id=ana.pk, by=by, kind="ban", reason=reason, games="leave", now=now)
    until = now + 3 * DAY
    impose(
        user_id=ana.pk,
        by=by,
        kind="suspension",
        reason="Slow.",
        games="pause",
        until=until,
        now=now,
    )
    page = new_member(ana)
    page.goto("/lobby/")
    keeps_what_it_owes(page)
    ban = page.get_by_role("region", name="For good")
    ban.get_by_label("Your answer").fill("   ")
    ban.get_by_role("button", name="Send the answer").click()
    expect(page.locator(".errorlist")).to_contain_text("Write what you have to say.")
    keeps_what_it_owes(page)
    ban.get_by_label("Your answer").fill(WORD)
    ban.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_text("Your answer is on its way to a moderator.")).to_be_visible()
    keeps_what_it_owes(page)
    other = make_staff("moderator")
    report = Report.objects.get()
    answer_appeal(report_id=report.pk, by=other, lifted=False, why=WORD, now=timezone.now())
    page.goto("/")
    expect(ban).to_contain_text("the decision stands")
    keeps_what_it_owes(page)
    are_of_403(complaints)


def test_an_open_table_leads_there_and_back_once_it_is_lifted(
    ana: User, new_member: Callable[..., Page], complaints: list[str]
) -> None:
    game, by = make_game(ana, make_user()), make_staff("moderator")
    page = new_member(ana)
    page.goto(game.get_absolute_url())
    now = timezone.now()
    sanction = impose(
        user_id=ana.pk,
        by=by,
        kind="suspension",
        reason="Rude.",
        games="pause",
        until=now + DAY,
        now=now,
    )
    page.wait_for_url("**/suspended/")
    keeps_what_it_owes(page)
    lift(sanction_id=sanction.pk, by=by, why="Sorry.", now=timezone.now())
    page.goto(game.get_absolute_url())
    expect(page.locator("#table")).to_be_visible()
    are_of_403(complaints)

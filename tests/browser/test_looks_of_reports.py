"""People's pages, the form to report somebody and what came of it fit and can be read by all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import audit
from accounts.models import Act, User
from accounts.sanctions import impose, lift
from games.models import Report
from games.play.lobby import Options, open_table
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import NOW, make_game, make_report, make_turns, make_user

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"
WORD = "no-space-in-it-" * 20
DAY = timedelta(days=1)


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


def test_somebody_s_page(ana: User, bo: User, new_member: Callable[..., Page]) -> None:
    make_game(bo, make_user(LONG[::-1]), ana)
    open_table(host=bo, options=Options(players=4), now=NOW)
    make_turns(bo, 90, late=2)
    now = timezone.now()
    User.objects.filter(pk=bo.pk).update(vacation_from=now, vacation_until=now + DAY)
    page = new_member(ana)
    page.goto(f"/people/{LONG}/")
    keeps_what_it_owes(page, LONG)
    page.get_by_role("link", name="Report").click()
    keeps_what_it_owes(page, f"Report {LONG}")


def test_one_s_own_page(bo: User, new_member: Callable[..., Page]) -> None:
    page = new_member(bo)
    page.goto(f"/people/{LONG}/")
    keeps_what_it_owes(page, LONG)


def test_reporting_somebody_from_a_table(
    ana: User, bo: User, new_member: Callable[..., Page]
) -> None:
    game = make_game(ana, bo, make_user(LONG[::-1]))
    page = new_member(ana)
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Report somebody").click()
    keeps_what_it_owes(page, "Report somebody")
    page.get_by_label("Plays slowly on purpose").check()
    page.get_by_label("What happened?").fill(WORD)
    page.get_by_label(LONG, exact=True).check()
    page.get_by_label("Something else").check()
    page.get_by_label("What happened?").fill("")
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator(".errorlist")).to_contain_text("Tell in a sentence or two")
    keeps_what_it_owes(page, "Report somebody")
    page.get_by_label("What happened?").fill(WORD)
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Thank you. A moderator will look at it.")).to_be_visible()
    assert Report.objects.get().person == bo


def test_reports_and_decisions(ana: User, bo: User, new_member: Callable[..., Page]) -> None:
    now = timezone.now()
    for number in range(2):
        make_report(bo, reporter=ana, game=make_game(ana, bo), text=WORD, at=now - number * DAY)
        closed = make_report(ana, reporter=bo, at=now, about="name" if number else "other")
        Report.objects.filter(pk=closed.pk).update(decision="dismissed", closed_at=now)
    impose(user_id=ana.pk, by=bo, kind="warning", reason=f"Be kind.\n\n{WORD}", now=now)
    mute = impose(user_id=ana.pk, by=bo, kind="mute", reason="Loud.", until=now + DAY, now=now)
    lift(sanction_id=mute.pk, by=bo, why=WORD, now=now)
    impose(user_id=ana.pk, by=bo, kind="mute", reason="Loud.", until=now + DAY, now=now)
    audit.log(by=bo, what=Act.What.RENAME, person=ana, why=WORD, now=now)
    page = new_member(ana)
    page.goto("/accounts/settings/")
    keeps_what_it_owes(page, "Settings")
    page.get_by_role("link", name="Read what and why").click()
    keeps_what_it_owes(page, "Reports and decisions")
    for left in (2, 1, 0):
        page.get_by_role("button", name="I have read it").first.click()
        expect(page.get_by_role("button", name="I have read it")).to_have_count(left)

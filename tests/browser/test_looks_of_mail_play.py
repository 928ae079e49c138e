"""Where playing from the mail is switched on, and its mails, fit and keep WCAG 2.2 AA."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django import Settings

from accounts.models import User
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import NOW, make_game, make_user
from tests.mail.telling import html_of, mail, notice_of

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def takes_mail(settings: Settings) -> None:
    settings.REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user("Ana", email_proven_at=NOW)


def is_well(page: Page) -> bool:
    return layout_faults(page) == [] and axe_faults(page) == []


def test_it_is_switched_on_with_its_orders_in_view(
    ana: User, new_member: Callable[..., Page]
) -> None:
    page = new_member(ana)
    page.goto("/settings/mail/")
    page.get_by_text("The orders", exact=True).click()
    expect(page.get_by_text("claim four-tribes")).to_be_visible()
    assert is_well(page)
    page.get_by_label("I want to make my turns").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your mail settings are saved.")).to_be_visible()
    expect(page.get_by_label("I want to make my turns")).to_be_checked()
    assert User.objects.get(pk=ana.pk).plays_by_mail_since is not None


def test_why_it_is_not_switched_on_stands_beside_it(
    ana: User, new_member: Callable[..., Page]
) -> None:
    User.objects.update(email_proven_at=None)
    page = new_member(ana)
    page.goto("/settings/mail/")
    page.get_by_label("I want to make my turns").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#play .errorlist")).to_contain_text("Confirm your mail address first")
    assert is_well(page)


def test_the_rules_with_the_orders(page: Page) -> None:
    page.goto("/rules/#orders")
    expect(page.locator("#orders")).to_be_visible()
    assert is_well(page)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("width", [320, 800])
def test_its_mails_fit(browser: Browser, ana: User, width: int, count: int) -> None:
    User.objects.update(plays_by_mail_since=NOW)
    ana.refresh_from_db()
    others = [make_user("W" * 24), make_user("Bo")]
    notices = []
    for _game in range(count):
        make_game(ana, *others, arranged=False)
        notices.append(notice_of(ana, "started"))
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(html_of(mail(*notices, now=NOW)))
    expect(page.get_by_role("link", name="Play this turn")).to_have_count(count)
    wide, room = page.locator("html").evaluate("one => [one.scrollWidth, one.clientWidth]")
    assert wide <= room
    assert axe_faults(page) == []
    page.close()

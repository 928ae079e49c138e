"""That the browser fixtures notice what they promise to notice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_site_opens_without_complaint(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 200


def test_errors_in_the_console_are_noticed(page: Page, complaints: list[str]) -> None:
    page.goto("/")
    page.evaluate("console.error('an error')")
    page.evaluate("setTimeout(() => { window.thrown = true; throw new Error('an exception') })")
    page.wait_for_function("window.thrown")
    assert "an error" in complaints[0]
    assert "an exception" in complaints[1]
    complaints.clear()


def test_breaches_of_the_content_security_policy_are_noticed(
    page: Page, complaints: list[str]
) -> None:
    page.goto("/")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'document.title = \"breached\"'}))"
    )
    expect(page).not_to_have_title("breached")
    assert "Content Security Policy" in complaints[0]
    complaints.clear()


def test_visitors_are_apart_and_may_have_no_script(new_visitor: Callable[..., Page]) -> None:
    first, second = new_visitor(), new_visitor(java_script_enabled=False)
    first.goto("/")
    first.context.add_cookies([{"name": "mine", "value": "1", "url": first.url}])
    second.goto("/")
    assert "mine" not in {cookie["name"] for cookie in second.context.cookies()}
    second.set_content("<noscript>no script</noscript>")
    expect(second.get_by_text("no script")).to_be_visible()

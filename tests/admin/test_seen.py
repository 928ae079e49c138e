"""Nobody decides what they have not read: reports grow while they are open."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Act, Sanction, User
from games.models import Report
from games.play.moderation.reports import report as file_report
from tests.admin.test_queue_decisions import QUEUE, REASON, decide, way
from tests.builders import make_report, make_staff, make_user
from tests.views.visitors import browser_of, hidden_value, words

pytestmark = pytest.mark.django_db
UNREAD = "Nothing was done: more was added since this was shown. Read it again."
WAYS = {
    "dismiss": {},
    "warning": {"sentence": "insults"},
    "mute": {"days": "7", **REASON},
    "suspension": {"days": "7", "games": "pause", **REASON},
    "ban": {"games": "leave", **REASON},
}


@pytest.fixture
def browser() -> Client:
    return browser_of(make_staff("moderator", "Mod"))


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def grow(report: Report, text: str = "He threatened me") -> None:
    """Let the reporter say more."""
    assert report.reporter
    assert report.person_id
    same = file_report(
        reporter=report.reporter,
        person_id=report.person_id,
        about=report.about,
        game_id=None,
        text=text,
        now=timezone.now(),
    )
    assert same == report


def unread(answer: Any) -> None:
    """See that nothing was decided, and that the page has been shown anew."""
    assert answer.status_code == 422
    assert UNREAD in words(answer.content.decode())
    assert not Report.objects.exclude(closed_at=None).exists()
    assert not Sanction.objects.exists()
    assert not Act.objects.exists()


@pytest.mark.parametrize("kind", WAYS)
def test_a_report_that_has_grown_is_read_again_first(browser: Client, bo: User, kind: str) -> None:
    report = make_report(bo, text="Meh")
    seen = hidden_value(browser.get(f"{QUEUE}{report.pk}/change/").content.decode(), "seen")
    grow(report)
    answer = decide(browser, report, kind, seen=seen, **WAYS[kind])
    unread(answer)
    page = answer.content.decode()
    assert "He threatened me" in words(page)
    again = decide(browser, report, kind, seen=hidden_value(page, "seen"), **WAYS[kind])
    assert again.status_code == 302


def test_so_is_one_that_is_dismissed_in_the_list(browser: Client, bo: User) -> None:
    report = make_report(bo, text="Meh")
    seen = hidden_value(browser.get(QUEUE).content.decode(), "seen")
    grow(report)
    unread(decide(browser, report, "dismiss", seen=seen, list="open"))
    seen = hidden_value(browser.get(QUEUE).content.decode(), "seen")
    assert decide(browser, report, "dismiss", seen=seen, list="open").status_code == 302


@pytest.mark.parametrize("kind", WAYS)
def test_so_is_one_that_would_close_along(browser: Client, bo: User, kind: str) -> None:
    report, other = make_report(bo), make_report(bo, text="Meh")
    seen = hidden_value(browser.get(f"{QUEUE}{report.pk}/change/").content.decode(), "seen")
    grow(other)
    unread(decide(browser, report, kind, seen=seen, with_others="on", **WAYS[kind]))
    assert decide(browser, report, kind, seen=seen, **WAYS[kind]).status_code == 302
    assert Report.objects.get(closed_at=None) == other


@pytest.mark.parametrize("kind", WAYS)
@pytest.mark.parametrize("odd", ["", "x", "\0", "-", "1-", "²-0123456789ab", "9" * 500 + "-" * 500])
def test_a_form_that_does_not_say_what_was_seen_decides_nothing(
    browser: Client, bo: User, kind: str, odd: str
) -> None:
    unread(decide(browser, make_report(bo), kind, seen=odd, **WAYS[kind]))


def test_nor_does_one_that_carries_nothing_of_a_page(browser: Client, bo: User) -> None:
    report = make_report(bo)
    for kind, sent in WAYS.items():
        unread(browser.post(way(report, "decide"), {"kind": kind, **sent}))
    for kind in ("dismiss", "warning"):
        unread(decide(browser, report, kind, moment="", **WAYS[kind]))


def test_the_same_text_again_is_nothing_to_be_read(browser: Client, bo: User) -> None:
    report = make_report(bo, text="Meh, he said")
    seen = hidden_value(browser.get(f"{QUEUE}{report.pk}/change/").content.decode(), "seen")
    grow(report, "he said")
    assert decide(browser, report, "dismiss", seen=seen).status_code == 302

"""The moderators' queue: what stands in which view, and who sees how much of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import HeldName, User
from accounts.sanctions import impose
from games.models import Report
from games.play.moderation.decisions import dismiss, take
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
QUEUE = "/admin/games/report/"


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def browser(mod: User) -> Client:
    return browser_of(mod)


def read(browser: Client, **asked: str) -> str:
    answer = browser.get(QUEUE, asked)
    assert answer.status_code == 200
    return words(answer.content.decode())


def listed(browser: Client, **asked: str) -> list[Report]:
    return [row.report for row in browser.get(QUEUE, asked).context["queue"].rows]


def test_open_reports_stand_there_the_oldest_first(browser: Client) -> None:
    now = timezone.now()
    bo, eve = make_user("Bo"), make_user("Eve")
    late = make_report(bo, reporter=eve, text="Calls me names", at=now - timedelta(hours=2))
    early = make_report(bo, about="stalling", at=now - timedelta(days=3))
    assert listed(browser) == listed(browser, view="open") == [early, late]
    text = read(browser)
    assert "Open 2 Mine 0 Closed 0" in text
    assert "Bo : insults or threatens Calls me names Reported by Eve" in text
    assert "waits 3 days" in text
    assert "waits 2 hours" in text
    assert text.count("1 more open on this person") == 2


def test_whoever_has_taken_a_report_is_named_and_finds_it_under_mine(
    mod: User, browser: Client
) -> None:
    report, other = make_report(make_user("Bo")), make_staff("moderator", "Other")
    take(report_id=report.pk, by=other, now=NOW)
    assert "taken by Other" in read(browser)
    assert listed(browser, view="mine") == []
    take(report_id=report.pk, by=mod, over=True, now=NOW)
    assert "taken by you" in read(browser)
    assert listed(browser, view="mine") == listed(browser) == [report]
    dismiss(report_id=report.pk, by=mod, why="", now=NOW)
    assert listed(browser, view="mine") == listed(browser) == []


def test_closed_reports_stand_there_the_latest_first(mod: User, browser: Client) -> None:
    first, second = make_report(make_user("Bo")), make_report(make_user("Cy"))
    dismiss(report_id=second.pk, by=mod, why="", now=NOW)
    dismiss(report_id=first.pk, by=mod, why="", now=NOW + timedelta(hours=1))
    assert listed(browser, view="closed") == [first, second]
    assert "Dismissed, Mod" in read(browser, view="closed").replace(" ,", ",")


def test_appeals_are_marked(browser: Client) -> None:
    bo = make_user("Bo")
    sanction = impose(
        user_id=bo.pk, by=make_staff("moderator"), kind="ban", reason="So", games="bot", now=NOW
    )
    Report.objects.create(reporter=bo, person=bo, about="appeal", sanction=sanction, at=NOW)
    text = read(browser)
    assert "Appeal Bo : answers a sanction" in text
    assert "Reported by" not in text


def test_reports_are_found_by_names_of_either_side_and_from_before(browser: Client) -> None:
    bo, eve = make_user("Bo"), make_user("Éve Ümlaut")
    report = make_report(bo, reporter=eve, about="stalling")
    make_report(make_user("Cy"))
    HeldName.objects.create(
        user=bo, name="Bogdan", name_key="bogdan", skeleton="x", until=NOW + timedelta(days=300)
    )
    for name in ("Bo", "bO", "éVE üm", "Bogdan", " Bo "):
        assert listed(browser, q=name) == [report], name
    assert listed(browser, q="Nobody") == []
    assert "No report is like that." in read(browser, q="Nobody")
    assert listed(browser, about="stalling") == [report]
    assert listed(browser, about="name") == []
    assert listed(browser, q="Cy", about="stalling") == []


@pytest.mark.parametrize("odd", ["\0", "%00", "'\"<script>", "9" * 5000, "\u202e", "-1"])
def test_whatever_is_asked_is_answered(browser: Client, odd: str) -> None:
    make_report(make_user("Bo"))
    for name in ("q", "about", "view", "p", "o"):
        assert (
            "<script>" not in browser.get(QUEUE, {name: odd}).content.decode().split("</head>")[1]
        )


def test_names_and_texts_are_texts(browser: Client) -> None:
    make_report(make_user("Bo"), text="<script>alert(1)</script> & \u202eevil")
    page = browser.get(QUEUE).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in page


def test_a_report_that_concerns_the_reader_says_no_more_than_that(
    mod: User, browser: Client
) -> None:
    eve = make_user("Eve")
    make_report(mod, reporter=eve, text="The secret", about="name")
    make_report(eve, reporter=mod, text="My own", about="stalling")
    make_report(eve, game=make_game(mod, eve, make_user()), text="At my table")
    text = read(browser)
    assert text.count("Concerns you") == 3
    assert "Open 3" in text
    main = text.split("answers a sanction")[1]  # the last choice of the search
    for hidden in ("Eve", "The secret", "My own", "At my table", "has a name", "on this person"):
        assert hidden not in main
    # Nor does the search say whose name is under it.
    assert listed(browser, q="Eve") == listed(browser, about="name") == []
    Report.objects.update(closed_at=NOW, decision="dismissed")
    assert "Dismissed" not in read(browser, view="closed")


def test_so_it_is_for_superusers() -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    make_report(boss, reporter=make_user("Eve"), text="The secret")
    text = read(browser_of(boss))
    assert "Concerns you" in text
    assert "Eve" not in text
    assert "The secret" not in text


def test_long_lists_have_pages(browser: Client) -> None:
    bo = make_user("Bo")
    reports = [make_report(bo, at=NOW + timedelta(minutes=number)) for number in range(51)]
    assert listed(browser) == reports[:50]
    assert listed(browser, p="2") == listed(browser, p="99") == reports[50:]
    assert "Page 1 of 2" in read(browser, q="Bo")
    assert 'href="?view=open&amp;q=Bo&amp;about=&amp;p=2"' in (
        browser.get(QUEUE, {"q": "Bo"}).content.decode()
    )


def queries(browser: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as made:
        assert browser.get(address).status_code == 200
    return len(made)


def test_the_list_costs_as_many_queries_whatever_stands_there(mod: User, browser: Client) -> None:
    def fill(much: int) -> None:
        for number in range(much):
            bo = make_user()
            game = make_game(bo, make_user())
            report = make_report(bo, game=game, text="x")
            take(report_id=report.pk, by=mod, now=NOW)
            if number % 2:
                dismiss(report_id=report.pk, by=mod, why="", now=NOW)
            make_report(bo, about="name")

    fill(2)
    views = [f"{QUEUE}?view={view}&q={q}" for view in ("open", "mine", "closed") for q in ("", "a")]
    before = [queries(browser, view) for view in views]
    fill(6)
    assert [queries(browser, view) for view in views] == before
    assert max(before) <= 10


def test_the_first_page_of_the_admin_leads_there(browser: Client) -> None:
    make_report(make_user("Bo"))
    page = browser.get("/admin/").content.decode()
    assert "Queue: 1 open report" in words(page)
    assert f'<a class="queue-link" href="{QUEUE}">' in page


def test_others_do_not_come_in() -> None:
    report = make_report(make_user("Bo"))
    operator, plain = make_staff("operator"), make_user("Plain", is_staff=True)
    for staff in (operator, plain):
        browser = browser_of(staff)
        assert "Queue" not in browser.get("/admin/").content.decode()
        for page in (QUEUE, f"{QUEUE}{report.pk}/change/", f"{QUEUE}{report.pk}/history/"):
            assert browser.get(page).status_code == 403
    for stranger in (Client(), browser_of(make_user("Cy"))):
        assert stranger.get(QUEUE).status_code == 302

"""Reports decided by a click or two: what is chosen already, and where one goes on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Act, Sanction, User
from games.admin.one_click import moment_shown
from games.models import Report
from games.play.moderation.acting import act_on
from games.play.moderation.decisions import take
from tests.admin.test_queue_decisions import QUEUE, decide, way
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
FITTING = {
    "stalling": "Playing slowly on purpose spoils the game for everybody at the table.",
    "collusion": "Playing together with somebody against the others is not allowed.",
    "abuse": "Insults and threats are not allowed here.",
    "name": "Your name is one that should not be. Please choose another.",
    "other": "What you did goes against the rules of the site. Please do not do it again.",
}


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def browser(mod: User) -> Client:
    return browser_of(mod)


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def page_of(report: Report) -> str:
    return f"{QUEUE}{report.pk}/change/"


def as_it_stands(browser: Client, report: Report, kind: str) -> dict[str, str]:
    """What a form on a report's page sends when nothing is changed in it."""
    context = browser.get(page_of(report)).context
    forms = {form.kind: form for form in context["forms"]}
    sent = {"kind": kind, "seen": context["seen"], "moment": str(context["moment"] - 60_000)}
    for name, field in forms[kind].fields.items():
        value = forms[kind].get_initial_for_field(field, name)
        sent |= {name: str(value)} if value is not None else {}
    return sent


@pytest.mark.parametrize("about", FITTING)
def test_a_warning_is_one_click_with_what_fits(browser: Client, bo: User, about: str) -> None:
    game = make_game(bo, make_user())
    report = make_report(bo, about=about, game=game)
    text = words(browser.get(page_of(report)).content.decode())
    assert f"“{FITTING[about]}”" in text
    browser.post(way(report, "decide"), as_it_stands(browser, report, "warning"))
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.reason) == ("warning", FITTING[about])


@pytest.mark.parametrize(
    ("kind", "days", "games"), [("mute", 7, ""), ("suspension", 7, "pause"), ("ban", None, "leave")]
)
def test_what_is_harder_has_everything_chosen(
    browser: Client, bo: User, kind: str, days: int | None, games: str
) -> None:
    report = make_report(bo)
    sent = as_it_stands(browser, report, kind)
    assert browser.post(way(report, "decide"), sent).status_code == 302
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.games, sanction.reason) == (kind, games, FITTING["abuse"])
    lasts = sanction.until - sanction.at if sanction.until else None
    assert lasts == (timedelta(days=days) if days else None)


def test_without_a_report_nothing_is_chosen_for_one(browser: Client, bo: User) -> None:
    page = browser.get(f"/admin/accounts/user/{bo.pk}/change/")
    for form in page.context["forms"]:
        assert not form.one_click
        assert not form.fields["sentence"].initial


def test_dismissing_says_that_the_log_keeps_the_reason(browser: Client, bo: User) -> None:
    page = browser.get(page_of(make_report(bo)))
    dismissing, warning = page.context["forms"][:2]
    assert dismissing.fields["reason"].help_text == "Kept in the log; nobody else is told it."
    assert "The person reads it." in warning.fields["reason"].help_text


def test_the_list_dismisses_by_a_click_and_stays(browser: Client, mod: User, bo: User) -> None:
    other = make_staff("moderator", "Other")
    first, second = make_report(bo), make_report(bo)
    taken, own = make_report(make_user()), make_report(make_user(), reporter=mod)
    take(report_id=taken.pk, by=other, now=NOW)
    sanction = act_on(
        person_id=bo.pk, by=other, kind="ban", reason="So", until=None, games="leave", now=NOW
    )
    appeal = Report.objects.create(
        reporter=bo, person=bo, about="appeal", sanction=sanction, at=NOW
    )
    page = browser.get(QUEUE).content.decode()
    for report, offered in (
        *((first, True), (second, True), (taken, False), (own, False), (appeal, False)),
    ):
        assert (f'action="{way(report, "decide")}"' in page) == offered
    answer = decide(browser, first, "dismiss", list="open")
    assert answer["Location"] == f"{QUEUE}?view=open"
    assert decide(browser, first, "dismiss", list="open")["Location"] == f"{QUEUE}?view=open"
    closed = Report.objects.exclude(closed_at=None)
    assert [report.decision for report in closed] == ["dismissed"]
    assert Act.objects.filter(what="report-dismiss").count() == 1
    odd = decide(browser, second, "dismiss", list="https://example.org/")
    assert odd["Location"] == f"{QUEUE}?view=open"
    assert 'value="dismiss"' not in browser.get(QUEUE, {"view": "closed"}).content.decode()


def test_who_only_looks_has_no_button_there(bo: User) -> None:
    make_report(bo)
    reader = make_user("Reader", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename="view_report"))
    assert 'value="dismiss"' not in browser_of(reader).get(QUEUE).content.decode()


def test_after_a_decision_comes_the_next_then_the_queue(
    browser: Client, mod: User, bo: User
) -> None:
    at = [NOW + timedelta(hours=hour) for hour in range(5)]
    early, report, mine, late = (make_report(make_user(), at=moment) for moment in at[:4])
    Report.objects.filter(pk=mine.pk).update(reporter=mod)
    assert decide(browser, report, "dismiss")["Location"] == page_of(late)
    assert decide(browser, late, "dismiss")["Location"] == page_of(early)
    assert decide(browser, early, "dismiss")["Location"] == QUEUE


def test_an_appeal_is_the_next_for_those_who_may_answer_it(browser: Client, bo: User) -> None:
    other = make_staff("moderator", "Other")
    sanction = act_on(
        person_id=bo.pk, by=other, kind="ban", reason="So", until=None, games="leave", now=NOW
    )
    appeal = Report.objects.create(
        reporter=bo, person=bo, about="appeal", sanction=sanction, at=NOW
    )
    dismisses = make_user("Dismisses", is_staff=True)
    dismisses.user_permissions.set(
        Permission.objects.filter(codename__in=["view_report", "change_report"])
    )
    for who, to in (
        (browser, page_of(appeal)),
        (browser_of(other), QUEUE),  # who imposed it
        (browser_of(dismisses), QUEUE),
    ):
        assert decide(who, make_report(make_user()), "dismiss")["Location"] == to


@pytest.mark.parametrize("kind", ["dismiss", "warning"])
def test_the_second_click_of_two_decides_nothing_on_the_page_that_came_up(
    browser: Client, bo: User, kind: str
) -> None:
    first, second = make_report(bo), make_report(bo)
    words_chosen = "nothing" if kind == "dismiss" else "insults"
    sent: dict[str, Any] = {"sentence": words_chosen, "moment": moment_shown(timezone.now()) - 5000}
    assert decide(browser, first, kind, **sent)["Location"] == page_of(second)
    sent["moment"] = moment_shown(timezone.now())
    assert decide(browser, second, kind, **sent)["Location"] == page_of(second)
    assert decide(browser, second, kind, list="open", **sent)["Location"] == f"{QUEUE}?view=open"
    told = words(browser.get(page_of(second)).content.decode())
    assert "Nothing was done: this page had come up that very moment." in told
    assert Report.objects.get(closed_at=None) == second
    sent["moment"] = moment_shown(timezone.now()) - 1000
    assert decide(browser, second, kind, **sent)["Location"] == QUEUE
    assert not Report.objects.filter(closed_at=None).exists()


@pytest.mark.parametrize("odd", ["", "x", "-1", "²", "9" * 400, "99999999999999999", "\0"])
def test_whatever_a_page_says_of_its_moment_is_answered(
    browser: Client, bo: User, odd: str
) -> None:
    assert decide(browser, make_report(bo), "dismiss", moment=odd).status_code in (302, 422)


def test_the_pages_carry_their_moment(browser: Client, bo: User) -> None:
    report = make_report(bo)
    before = moment_shown(timezone.now())
    for page in (QUEUE, page_of(report)):
        assert browser.get(page).context["moment"] >= before

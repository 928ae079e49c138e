"""A person's page in the admin: the record, and what moderators do without a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Act, Notice, PersonNote, Sanction, User
from accounts.sanctions import impose
from games.models import Report
from games.play.moderation.acting import note
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/accounts/user/"
WARN = {"kind": "warning", "reason": "Be kind", "number": "n" * 22}
NOTE = {"text": "Talks much", "number": "n" * 22}


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def browser(mod: User) -> Client:
    return browser_of(mod)


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def page_of(person: User, act: str = "change") -> str:
    return f"{PEOPLE}{person.pk}/{act}/"


def read(browser: Client, person: User) -> str:
    answer = browser.get(page_of(person))
    assert answer.status_code == 200
    return words(answer.content.decode())


def refused(answer: Any, sentence: str, status: int = 422) -> str:
    """See that it was refused with this sentence; return the page."""
    assert answer.status_code == status
    page = answer.content.decode()
    assert sentence in words(page)
    return page


@pytest.fixture
def banned(bo: User) -> Sanction:
    by = make_staff("moderator", "First")
    return impose(user_id=bo.pk, by=by, kind="ban", reason="So", games="bot", now=timezone.now())


def test_the_page_of_a_superuser_asks_for_all_permissions_at_once(
    bo: User, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    boss = browser_of(User.objects.create_superuser("Zed", "zed@example.org"))
    boss.get(page_of(bo))
    with django_assert_max_num_queries(30):
        assert boss.get(page_of(bo)).status_code == 200


def test_the_record_stands_there_without_who_reported(mod: User, browser: Client, bo: User) -> None:
    eve = make_user("Eve")
    report = make_report(bo, reporter=eve, text="Calls me names")
    make_report(bo, reporter=mod, about="stalling")
    note(person_id=bo.pk, by=mod, text="We know them", now=NOW)
    text = read(browser, bo)
    for part in ("Record", "insults or threatens", "One that concerns you", "We know them"):
        assert part in text
    for hidden in ("Eve", "Calls me names", "plays slowly"):
        assert hidden not in text
    assert f"/admin/games/report/{report.pk}/change/" in browser.get(page_of(bo)).content.decode()


def test_of_oneself_one_sees_no_record(mod: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    for reader in (mod, boss):
        by = make_staff("moderator")
        make_report(reader)
        note(person_id=reader.pk, by=by, text="We know them", now=NOW)
        text = read(browser_of(reader), reader)
        for hidden in ("Record", "insults", "We know them", "Warn"):
            assert hidden not in text
        for act, sent, sentence in (
            ("act", WARN, "This is about yourself"),
            ("note", NOTE, "This is about yourself"),
        ):
            page = refused(browser_of(reader).post(page_of(reader, act), sent), sentence, 403)
            assert "We know them" not in page


@pytest.mark.parametrize(
    ("sent", "kind", "games"),
    [
        (WARN, "warning", ""),
        ({"kind": "mute", "sentence": "insults", "days": "7"}, "mute", ""),
        (
            {"kind": "suspension", "reason": "x", "days": "3", "games": "pause"},
            "suspension",
            "pause",
        ),
        ({"kind": "ban", "reason": "\U0001f409 <b>", "games": "leave"}, "ban", "leave"),
    ],
)
def test_moderators_act_without_a_report(
    mod: User, browser: Client, bo: User, sent: dict[str, str], kind: str, games: str
) -> None:
    assert browser.post(page_of(bo, "act"), sent)["Location"] == page_of(bo)
    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.by, sanction.kind, sanction.games) == (bo, mod, kind, games)
    assert "Done, and Bo is told." in read(browser, bo)
    assert Notice.objects.get().kind == "sanctioned"


def test_a_form_that_is_sent_twice_counts_once(browser: Client, bo: User) -> None:
    for _time in range(2):
        assert browser.post(page_of(bo, "act"), WARN).status_code == 302
        assert browser.post(page_of(bo, "note"), NOTE).status_code == 302
    assert "This form was sent before: it counts once." in read(browser, bo)
    assert Sanction.objects.count() == PersonNote.objects.count() == Notice.objects.count() == 1
    browser.post(page_of(bo, "act"), WARN | {"number": "m" * 22})
    assert Sanction.objects.count() == 2


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"kind": "dismiss", "reason": "So"}, "There is no such decision."),
        ({"kind": "jail"}, "There is no such decision."),
        ({}, "There is no such decision."),
        ({"kind": "warning", "reason": " "}, "Give a reason"),
        ({"kind": "ban", "reason": "My words", "games": "pause"}, "Select a valid choice."),
        ({"kind": "mute", "reason": "My words"}, "Choose for how long"),
        ({"kind": "mute", "reason": "My words", "last_day": "2020-01-01"}, "still to come"),
        ({"kind": "warning", "reason": "x" * 1001}, "at most 1000 characters"),
        ({"kind": "warning", "reason": "x\0"}, "Null characters are not allowed."),
    ],
)
def test_what_is_refused_says_why_and_keeps_what_was_typed(
    browser: Client, bo: User, sent: dict[str, str], sentence: str
) -> None:
    page = refused(browser.post(page_of(bo, "act"), sent), sentence)
    assert ("My words" in page) == (sent.get("reason") == "My words")
    assert not Sanction.objects.exists()


def test_staff_are_for_superusers_and_superusers_for_nobody(browser: Client, bo: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    top = User.objects.create_superuser("Top", "top@example.org")
    operator = make_staff("operator", "Op")
    for who, person, sentence in (
        (browser, operator, "This person is of the staff: only superusers decide about them."),
        (browser, boss, "Nothing can be imposed on superusers here."),
        (browser_of(top), boss, "Nothing can be imposed on superusers here."),
    ):
        text = read(who, person)
        assert sentence in text
        assert "Act without a report" not in text
        refused(who.post(page_of(person, "act"), WARN), sentence, 403)
    assert browser_of(boss).post(page_of(operator, "act"), WARN).status_code == 302


def test_nobody_acts_on_whom_they_play_with(mod: User, browser: Client, bo: User) -> None:
    make_game(mod, bo)
    refused(browser.post(page_of(bo, "act"), WARN), "You play in a game with this person", 403)
    assert browser.post(page_of(bo, "note"), NOTE).status_code == 302


def test_a_sanction_is_lifted_with_a_reason(
    mod: User, browser: Client, bo: User, banned: Sanction
) -> None:
    way = page_of(bo, f"lift/{banned.pk}")
    assert f'href="{way}"' in browser.get(page_of(bo)).content.decode()
    asked = browser.get(way)
    assert asked.status_code == 200
    assert "Lift a sanction Ban" in words(asked.content.decode())
    refused(browser.post(way, {"reason": " "}), "Give a reason")
    refused(browser.post(way, {"reason": "My words\0"}), "Null characters are not allowed.")
    assert Sanction.objects.get().lifted_at is None
    for _time in range(2):
        answer = browser.post(way, {"sentence": "mistake", "reason": "Sorry"})
    page = refused(answer, "This sanction is not in force any more")
    assert "Sorry" in page
    banned.refresh_from_db()
    assert banned.lifted_by == mod
    assert banned.lifted_why == "We have looked at it again: it was a mistake. Sorry"
    assert Notice.objects.filter(kind="lifted").count() == 1


def test_only_one_of_theirs(browser: Client, banned: Sanction) -> None:
    cy = make_user("Cy")
    for key in (banned.pk, 999999, 10**30):
        assert browser.get(page_of(cy, f"lift/{key}")).status_code == 404
        assert browser.post(page_of(cy, f"lift/{key}"), {"reason": "So"}).status_code == 404


def test_lifting_closes_the_appeal(browser: Client, bo: User, banned: Sanction) -> None:
    Report.objects.create(reporter=bo, person=bo, about="appeal", sanction=banned, at=NOW)
    browser.post(page_of(bo, f"lift/{banned.pk}"), {"reason": "So"})
    assert Report.objects.get().decision == "lifted"


def test_notes_are_added_and_seen_by_moderators_alone(mod: User, browser: Client, bo: User) -> None:
    report = make_report(bo)
    text = "<i>Zoë</i> & \u202e\U0001f409"
    assert browser.post(page_of(bo, "note"), {"text": text})["Location"] == page_of(bo)
    there = browser.post(page_of(bo, "note"), {"text": "More", "report": str(report.pk)})
    assert there["Location"] == f"/admin/games/report/{report.pk}/change/"
    assert "&lt;i&gt;Zoë&lt;/i&gt; &amp; " in browser.get(page_of(bo)).content.decode()
    assert {each.text for each in PersonNote.objects.filter(by=mod)} == {text, "More"}
    operator = browser_of(make_staff("operator"))
    assert "Zoë" not in operator.get(page_of(bo)).content.decode()
    assert set(Act.objects.values_list("what", "why")) == {("person-note", "")}


@pytest.mark.parametrize("odd", ["x", "9" * 40, "-1", "²", "1\0"])
def test_an_odd_report_leads_back_to_the_person(browser: Client, bo: User, odd: str) -> None:
    answer = browser.post(page_of(bo, "note"), {"text": "So", "report": odd})
    assert answer["Location"] == page_of(bo)


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001, "My words\0"])
def test_a_note_that_is_refused(browser: Client, bo: User, text: str) -> None:
    answer = browser.post(page_of(bo, "note"), {"text": text})
    assert answer.status_code == 422
    assert ("My words" in answer.content.decode()) == text.startswith("My words")
    assert not PersonNote.objects.exists()


@pytest.mark.parametrize(
    ("rights", "allowed"),
    [
        ([], set()),
        (["view_user"], set()),
        (["view_user", "add_sanction", "view_sanction"], {"act"}),
        (["view_user", "change_sanction"], {"lift"}),
        (["view_user", "add_personnote"], {"note"}),
        (["add_sanction", "change_sanction", "add_personnote"], set()),
    ],
)
def test_each_act_needs_its_right(
    bo: User, banned: Sanction, rights: list[str], allowed: set[str]
) -> None:
    staff = make_user("Staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename__in=rights))
    browser = browser_of(staff)
    acts: dict[str, Callable[[], Any]] = {
        "act": lambda: browser.post(page_of(bo, "act"), WARN),
        "lift": lambda: browser.post(page_of(bo, f"lift/{banned.pk}"), {"reason": "So"}),
        "note": lambda: browser.post(page_of(bo, "note"), NOTE),
    }
    statuses = {name: act().status_code for name, act in acts.items()}
    assert statuses == {name: 302 if name in allowed else 403 for name in acts}


def test_operators_see_the_person_and_no_record(bo: User, banned: Sanction) -> None:
    operator = browser_of(make_staff("operator"))
    text = read(operator, bo)
    assert "Bo" in text
    for hidden in ("Record", "Warn", "Notes of moderators"):
        assert hidden not in text
    for act in ("act", "note", f"lift/{banned.pk}"):
        assert operator.post(page_of(bo, act), WARN | NOTE).status_code == 403
    for stranger in (Client(), browser_of(make_user())):
        assert stranger.post(page_of(bo, "act"), WARN).status_code == 302
    assert Sanction.objects.count() == 1


def test_looking_changes_nothing(browser: Client, bo: User) -> None:
    for act in ("act", "note"):
        assert browser.get(page_of(bo, act)).status_code == 302
    assert browser.post(f"{PEOPLE}{10**30}/act/", WARN).status_code == 404

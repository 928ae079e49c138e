"""Texts and locks of people who leave at the same moment, while others write and decide."""

from __future__ import annotations

import logging
from functools import partial

import pytest
from django.db import OperationalError

from accounts.audit import log
from accounts.models import Act, Block, DataExport, Notice, PersonNote, Sanction, User
from accounts.renaming import rename
from games.models import Report
from games.play.errors import PlayError
from games.play.moderation import decisions, reports
from games.play.people import closing, export, sweep, texts
from games.play.people.archive import archive_of
from games.play.people.closing import close_account
from games.play.people.export import ask_for_data, make_exports
from games.play.people.written import FORMER
from tests.builders import NOW, make_game, make_groups, make_report, make_staff, make_user
from tests.play.clockwork import refused
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)


def close(user: User) -> str:
    close_account(user_id=user.pk, now=NOW)
    return "closed"


def people() -> list[User]:
    return [make_user(name, date_joined=NOW) for name in ("Anabel", "Boris", "Cyrus", "Zara")]


@pytest.mark.parametrize("attempt", range(3))
def test_all_who_reported_each_other_leave_at_once(attempt: int) -> None:
    everybody = people()
    mo = make_staff("moderator", "Mo")
    names = " and ".join(user.name for user in everybody)
    game = make_game(*everybody)
    for user in everybody:
        for other in everybody:
            if user != other:
                make_report(other, reporter=user, game=game, text=names)
                Block.objects.create(blocker=user, blocked=other, at=NOW)
        PersonNote.objects.create(person=user, by=everybody[0], at=NOW, text=names)
    for by, person in [*zip(everybody, reversed(everybody), strict=True)] * 2:
        log(by=by, what=Act.What.WARN, person=person, game=game.code, why=names, now=NOW)
    bystander = make_user("Bo")
    warned = make_report(bystander, game=game, reporter=bystander, text=names)
    assert side_by_side([partial(close, user) for user in everybody]) == ["closed"] * 4
    side_by_side([lambda: sweep(NOW)] * 3)
    sweep(NOW)
    assert {*User.objects.all()} == {mo, bystander}
    assert Report.objects.exclude(pk=warned.pk).filter(decision="gone").count() == 12
    warned.refresh_from_db()
    assert warned.text == " and ".join([FORMER] * 4)


@pytest.mark.parametrize("attempt", range(3))
def test_reports_decided_together_and_their_reporter_gone(attempt: int) -> None:
    cyrus, bo, mo = make_user("Cyrus"), make_user("Bo"), make_staff("moderator", "Mo")
    first, second = (make_report(bo, reporter=cyrus, about=about) for about in ("abuse", "other"))

    def dismiss() -> str:
        decisions.dismiss(report_id=second.pk, by=mo, why="", now=NOW, with_others=True)
        return "dismissed"

    assert {*side_by_side([lambda: close(cyrus), dismiss])} == {"closed", "dismissed"}
    assert {*Report.objects.values_list("decision", flat=True)} == {"dismissed"}
    assert first.person == bo


def test_what_is_added_to_a_report_meanwhile_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo, cy = make_user("Anabel", date_joined=NOW), make_user("Bo"), make_user("Cyrus")
    make_report(bo, reporter=ana)
    known = make_report(bo, reporter=cy, text="He insulted Anabel")
    found = texts.find_texts

    def find_and_let_others_write(user: User, words: texts.Words) -> texts.Found:
        rows = found(user, words)
        Report.objects.filter(pk=known.pk).update(text="He insulted Anabel\n\nAnd THREATENED me")
        return rows

    monkeypatch.setattr(closing, "find_texts", find_and_let_others_write)
    close(ana)
    known.refresh_from_db()
    assert known.text == f"He insulted {FORMER}\n\nAnd THREATENED me"


@pytest.mark.parametrize("attempt", range(3))
def test_nor_what_is_added_at_the_same_moment(attempt: int) -> None:
    ana, bo, cy = make_user("Anabel", date_joined=NOW), make_user("Bo"), make_user("Cyrus")
    make_report(bo, reporter=ana)
    known = make_report(bo, reporter=cy, text="He insulted Anabel")

    def add() -> str:
        told = "And threatened me"
        reports.report(
            reporter=cy, person_id=bo.pk, about="abuse", game_id=None, text=told, now=NOW
        )
        return "added"

    side_by_side([lambda: close(ana), add])
    known.refresh_from_db()
    assert known.text == f"He insulted {FORMER}\n\nAnd threatened me"


def in_the_way(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the database break off closing an account so often."""
    shut, left = closing.shut, [None] * times

    def shut_or_not(user: User, traces: closing.Traces, now: object) -> None:
        shut(user, traces, NOW)
        if left:
            left.pop()
            raise OperationalError("deadlock detected")

    monkeypatch.setattr(closing, "shut", shut_or_not)


def test_closing_is_tried_again_when_the_database_breaks_it_off(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    zara = make_user("Zara", email_proven_at=NOW)
    in_the_way(3, monkeypatch)
    with caplog.at_level(logging.CRITICAL):
        close(zara)
    assert User.objects.get(pk=zara.pk).closing_at == NOW
    assert Notice.objects.count() == 1


def test_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    zara = make_user("Zara")
    in_the_way(4, monkeypatch)
    with caplog.at_level(logging.CRITICAL), refused("leaving-busy"):
        close(zara)
    assert User.objects.get(pk=zara.pk).name == "Zara"


def test_a_name_taken_at_the_last_moment_goes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    zara = make_user("Zara", date_joined=NOW)
    on_them = make_report(zara, text="Zara, or Zora?")
    trace = closing.trace

    def trace_before_another_name(user: User) -> closing.Traces:
        traces = trace(user)
        if user.name == "Zara":
            rename(user=user, name="Zora", now=NOW)
        return traces

    monkeypatch.setattr(closing, "trace", trace_before_another_name)
    close(zara)
    on_them.refresh_from_db()
    assert on_them.text == f"{FORMER}, or {FORMER}?"


@pytest.mark.parametrize("about", ["abuse", "name"])
def test_a_report_of_the_last_moment_loses_the_name(
    about: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    zara, ana = make_user("Zara", date_joined=NOW), make_user("Ana")
    make_report(zara, reporter=ana, about="name", text="Hm.")
    trace = closing.trace

    def trace_before_a_report(user: User) -> closing.Traces:
        traces = trace(user)
        if about == "abuse":
            report_on(user, ana, about)
        return traces

    def find_before_a_report(user: User, words: texts.Words) -> texts.Found:
        found = texts.find_texts(user, words)
        if about == "name":
            report_on(user, ana, about)
        return found

    monkeypatch.setattr(closing, "trace", trace_before_a_report)
    monkeypatch.setattr(closing, "find_texts", find_before_a_report)
    close(zara)
    for _sweep in range(2):
        sweep(NOW)
    told = Report.objects.get(text__contains="rude")
    assert told.text.endswith(f"{FORMER} was rude.") and told.decision == Report.Decision.GONE


def report_on(person: User, reporter: User, about: str) -> None:
    reports.report(
        reporter=reporter,
        person_id=person.pk,
        about=about,
        game_id=None,
        text=f"{person.name} was rude.",
        now=NOW,
    )


@pytest.mark.parametrize("attempt", range(4))
def test_a_report_filed_while_they_close_it_is_refused_or_loses_the_name(attempt: int) -> None:
    zara, ana = make_user("Zara", date_joined=NOW), make_user("Ana")

    def tell() -> str:
        try:
            report_on(zara, ana, "abuse")
        except PlayError as refusal:
            return refusal.code
        return "told"

    came_to = {*side_by_side([lambda: close(zara), tell])}
    assert came_to in ({"closed", "told"}, {"closed", "report-nobody"})
    assert {*Report.objects.values_list("text", flat=True)} <= {f"{FORMER} was rude."}


def test_a_database_that_is_away_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    zara = make_user("Zara")
    in_the_way(1, monkeypatch)
    monkeypatch.setattr(closing, "is_database_away", lambda fault: True)
    with pytest.raises(OperationalError):
        close(zara)


def test_two_sweeps_do_not_make_one_copy_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    ana = make_user("Ana")
    ask_for_data(user_id=ana.pk, now=NOW)
    made: list[int] = []

    def archive_with_another_sweep(user: User, now: object) -> bytes:
        made.append(make_exports(NOW))
        return archive_of(user, NOW)

    monkeypatch.setattr(export, "archive_of", archive_with_another_sweep)
    assert make_exports(NOW) == 1
    assert made == [0]
    assert DataExport.objects.get().made_at == NOW


def test_the_sanctions_of_two_who_go_stand_in_nobodys_way() -> None:
    make_groups()
    everybody = people()
    mo = make_staff("moderator", "Mo")
    for user in everybody:
        report = make_report(user, reporter=everybody[0] if user != everybody[0] else mo)
        decisions.decide(
            report_id=report.pk,
            by=make_staff("moderator"),
            kind="warning",
            reason="Be kind.",
            until=None,
            games="",
            now=NOW,
        )
        assert Sanction.objects.filter(user=user).exists()
    for user in everybody:
        try:
            close(user)
        except PlayError as refusal:
            pytest.fail(refusal.code)
    side_by_side([lambda: sweep(NOW)] * 3)
    sweep(NOW)
    assert not User.objects.filter(pk__in=[user.pk for user in everybody]).exists()

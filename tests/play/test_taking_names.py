"""Taking a name away decides what was reported about it, once, by whom may decide that."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import Act, Notice, User
from accounts.renaming import RenameError, rename
from accounts.services import make_guest
from games.models import Report
from games.play.moderation.decisions import dismiss, take
from games.play.moderation.naming import take_name
from games.play.people.closing import close_account
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.play.clockwork import refused
from tests.play.test_parallel import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def rude() -> User:
    return make_user("Rude Words")


@pytest.fixture
def mo() -> User:
    return make_staff("moderator", "Mo")


def away(person: User, by: User, *, name: str = "Rude Words", why: str = "It insults.") -> object:
    return take_name(person_id=person.pk, name=name, by=by, why=why, now=NOW)


def reasons(reports: list[Report]) -> set[tuple[str, object, object]]:
    for each in reports:
        each.refresh_from_db()
    return {(each.decision, each.closed_at, each.closed_by) for each in reports}


def kinds(user: User) -> list[str]:
    return sorted(Notice.objects.filter(user=user).values_list("kind", flat=True))


def test_all_open_reports_about_it_are_decided(rude: User, mo: User) -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    reports = [make_report(rude, reporter=each, about="name") for each in (ana, bo)]
    rest = [
        make_report(rude, reporter=ana, about="abuse"),
        make_report(make_user(), reporter=ana, about="name"),
    ]
    earlier = make_report(rude, about="name")
    dismiss(report_id=earlier.pk, by=mo, why="", now=NOW)
    away(rude, mo)
    assert reasons(reports) == {("renamed", NOW, mo)}
    assert reasons(rest) == {("", None, None)}
    assert reasons([earlier]) == {("dismissed", NOW, mo)}
    assert kinds(ana) == kinds(bo) == ["report-decided"]
    assert kinds(rude) == ["name-taken", "report-dismissed"]
    act = Act.objects.get(what=Act.What.RENAME)
    assert (act.by, act.person, act.why) == (mo, rude, "It insults.")
    assert act.detail["reports"] == [each.pk for each in reports]


def test_without_a_report_it_is_done_as_well(rude: User, mo: User) -> None:
    away(rude, mo)
    rude.refresh_from_db()
    assert rude.name.startswith("Player ")
    assert kinds(rude) == ["name-taken"]


def test_one_that_the_moderator_has_taken_is_closed(rude: User, mo: User) -> None:
    report = make_report(rude, about="name")
    take(report_id=report.pk, by=mo, now=NOW)
    away(rude, mo)
    assert reasons([report]) == {("renamed", NOW, mo)}


def test_who_may_not_decide_a_report_may_not_take_the_name(rude: User, mo: User) -> None:
    game = make_game(mo, make_user())
    other = make_staff("moderator", "Other")
    taken = make_report(rude, about="name")
    cases = {
        "decision-own-report": make_report(rude, reporter=mo, about="name"),
        "decision-own-table": make_report(rude, about="name", game=game),
        "decision-taken": taken,
    }
    Report.objects.update(closed_at=NOW, decision="dismissed")
    for code, report in cases.items():
        Report.objects.filter(pk=report.pk).update(closed_at=None, decision="")
        if report == taken:
            take(report_id=taken.pk, by=other, now=NOW)
        with refused(code):
            away(rude, mo)
        Report.objects.filter(pk=report.pk).update(closed_at=NOW, decision="dismissed")
    rude.refresh_from_db()
    assert rude.name == "Rude Words"
    assert not Act.objects.exists()
    assert not Notice.objects.filter(kind__in=["name-taken", "report-decided"]).exists()


def test_nor_may_who_may_not_act_on_the_person(rude: User, mo: User) -> None:
    with refused("decision-on-you"):
        away(mo, mo, name="Mo")
    with refused("decision-staff"):
        away(make_staff("operator", "Opa"), mo, name="Opa")
    make_game(rude, mo)
    with refused("decision-opponent"):
        away(rude, mo)
    with pytest.raises(RenameError):
        away(guest := make_guest(NOW), mo, name=guest.name)


def test_a_reason_is_needed(rude: User, mo: User) -> None:
    with refused("decision-reason"):
        away(rude, mo, why=" ")


def test_where_no_name_is_free_nothing_is_decided(
    rude: User, mo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_user("Player 0007")
    report = make_report(rude, about="name")
    monkeypatch.setattr("accounts.renaming.secrets.randbelow", lambda _most: 7)
    with refused("name-none-free"):
        away(rude, mo)
    assert reasons([report]) == {("", None, None)}


def test_who_has_another_name_by_now_keeps_it_and_the_report(rude: User, mo: User) -> None:
    report = make_report(rude, about="name")
    rename(user=rude, name="Polite", now=NOW)
    assert away(rude, mo) is None
    assert reasons([report]) == {("", None, None)}
    assert not Act.objects.exists()


def test_who_leaves_the_site_leaves_no_trace_of_it(rude: User, mo: User) -> None:
    away(rude, mo)
    close_account(user_id=rude.pk, now=NOW)
    assert Act.objects.get().detail == {}


@pytest.mark.django_db(transaction=True)
def test_many_at_once_take_it_once() -> None:
    rude, ana = make_user("Rude Words"), make_user("Ana")
    report = make_report(rude, reporter=ana, about="name")
    staff = [make_staff("moderator", name) for name in ("Mo", "Mia", "Max")]
    at_once([partial(away, rude, by) for by in [*staff, *staff]])
    assert Act.objects.count() == 1
    assert kinds(ana) == ["report-decided"] and kinds(rude) == ["name-taken"]
    report.refresh_from_db()
    assert report.closed_by == Act.objects.get().by


@pytest.mark.django_db(transaction=True)
def test_taking_it_and_dismissing_at_once_decide_the_report_once() -> None:
    rude, ana = make_user("Rude Words"), make_user("Ana")
    report = make_report(rude, reporter=ana, about="name")
    mo, mia = make_staff("moderator", "Mo"), make_staff("moderator", "Mia")
    drop = partial(dismiss, report_id=report.pk, by=mia, why="", now=NOW)
    outcomes = at_once([partial(away, rude, mo), drop])
    report.refresh_from_db()
    decided = {"renamed": {"counted": 1, "decision-made": 1}, "dismissed": {"counted": 2}}
    assert outcomes == decided[report.decision]
    assert kinds(ana) == ["report-decided"]

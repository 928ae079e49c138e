"""Reports and appeals decided, and what is imposed without one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Act, Notice, PersonNote, Sanction, User
from accounts.sanctions import impose
from games.models import Game, Report
from games.play import after
from games.play.errors import PlayError
from games.play.moderation.acting import act_on, lift, note
from games.play.moderation.decisions import answer_appeal, decide, dismiss, give_back, take
from games.play.moderation.rights import (
    decidable,
    may_act_on,
    may_act_unasked,
    may_decide,
    may_impose,
    may_read,
    others,
    readable,
)
from games.words import sentence
from tests.builders import NOW, make_game, make_report, make_staff, make_user

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
BAN: dict[str, Any] = {"kind": "ban", "reason": "Enough", "until": None, "games": "leave"}
WARN: dict[str, Any] = {"kind": "warning", "reason": "Be kind", "until": None, "games": ""}


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(PlayError) as refused:
        act()
    assert sentence(refused.value).endswith(".")
    return refused.value.code


def told() -> set[tuple[str, str]]:
    return {(row.user.name, row.key) for row in Notice.objects.select_related("user") if row.user}


def test_a_report_is_taken_by_one_and_given_back(mod: User, bo: User) -> None:
    report, other = make_report(bo), make_staff("moderator", "Other")
    take(report_id=report.pk, by=mod, now=NOW)
    take(report_id=report.pk, by=mod, now=NOW)
    assert refusal(lambda: take(report_id=report.pk, by=other, now=NOW)) == "decision-taken"
    for act in (
        lambda: dismiss(report_id=report.pk, by=other, why="", now=NOW),
        lambda: decide(report_id=report.pk, by=other, now=NOW, **WARN),
    ):
        assert refusal(act) == "decision-taken"
    assert refusal(lambda: give_back(report_id=report.pk, by=other, now=NOW)) == (
        "decision-not-yours"
    )
    give_back(report_id=report.pk, by=mod, now=NOW)
    take(report_id=report.pk, by=other, now=NOW)
    take(report_id=report.pk, by=mod, over=True, now=NOW)
    assert Report.objects.get().taken_by == mod


def test_a_dismissal_is_logged_and_told_to_both(mod: User, bo: User) -> None:
    game = make_game(bo, make_user("Cy"))
    report = make_report(bo, game=game)
    dismiss(report_id=report.pk, by=mod, why="Nothing in it", now=NOW)
    report.refresh_from_db()
    assert (report.decision, report.closed_by, report.closed_at) == ("dismissed", mod, NOW)
    line = Act.objects.get()
    assert (line.by, line.what, line.person, line.game) == (mod, "report-dismiss", bo, game.code)
    assert (line.why, line.detail) == ("Nothing in it", {"report": report.pk})
    assert {
        (report.reporter.name, f"report-decided:{report.pk}"),  # type: ignore[union-attr]
        ("Bo", f"report-dismissed:{report.pk}"),
    } <= told()


@pytest.mark.parametrize(
    ("kind", "until", "games"),
    [
        ("warning", None, ""),
        ("mute", NOW + WEEK, ""),
        ("suspension", NOW + WEEK, "pause"),
        ("suspension", NOW + WEEK, "bot"),
        ("ban", None, "leave"),
    ],
)
def test_a_decision_imposes_closes_logs_and_tells(
    mod: User,
    bo: User,
    kind: str,
    until: datetime | None,
    games: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nudged: list[str] = []
    monkeypatch.setattr(after, "nudge", nudged.append)
    report = make_report(bo)
    sanction = decide(
        report_id=report.pk, by=mod, kind=kind, reason="So", until=until, games=games, now=NOW
    )
    report.refresh_from_db()
    assert (report.decision, report.led_to) == (kind, sanction)
    assert (sanction.kind, sanction.until, sanction.games) == (kind, until, games)
    assert Act.objects.get().detail["report"] == report.pk
    assert told() == {
        (report.reporter.name, f"report-decided:{report.pk}"),  # type: ignore[union-attr]
        ("Bo", f"sanctioned:{sanction.pk}"),
    }
    assert nudged == ([after.FOLLOW_SANCTIONS] if games else [])


def test_who_comes_second_is_told_what_the_first_did(mod: User, bo: User) -> None:
    report, other = make_report(bo), make_staff("moderator", "Other")
    decide(report_id=report.pk, by=mod, now=NOW, **WARN)
    for by in (mod, other):
        with pytest.raises(PlayError) as refused:
            dismiss(report_id=report.pk, by=by, why="", now=NOW)
        assert sentence(refused.value) == "Decided already: warned, by Mod. Nothing more was done."
    assert refusal(lambda: take(report_id=report.pk, by=other, over=True, now=NOW)) == (
        "decision-made"
    )
    assert refusal(lambda: give_back(report_id=report.pk, by=mod, now=NOW)) == "decision-not-yours"
    assert Sanction.objects.count() == Act.objects.count() == 1
    assert Notice.objects.count() == 2


def test_other_open_reports_on_the_person_close_along(mod: User, bo: User) -> None:
    first, second, mine, taken, closed = (make_report(bo) for _ in range(5))
    elsewhere = make_report(make_user("Cy"))
    take(report_id=taken.pk, by=make_staff("moderator", "Other"), now=NOW)
    dismiss(report_id=closed.pk, by=mod, why="", now=NOW)
    Report.objects.filter(pk=mine.pk).update(reporter=mod)
    assert others(first, mod) == [second]
    sanction = decide(report_id=first.pk, by=mod, with_others=True, now=NOW, **BAN)
    assert set(sanction.reports.all()) == {first, second}
    still_open = Report.objects.filter(closed_at=None)
    assert set(still_open) == {mine, taken, elsewhere}
    assert Sanction.objects.count() == 1


def test_all_are_dismissed_and_the_person_told_once(mod: User, bo: User) -> None:
    first, second = make_report(bo), make_report(bo)
    dismiss(report_id=first.pk, by=mod, why="", with_others=True, now=NOW)
    assert {report.decision for report in Report.objects.all()} == {"dismissed"}
    assert [key for name, key in told() if name == "Bo"] == [f"report-dismissed:{first.pk}"]
    assert Notice.objects.filter(kind="report-decided").count() == 2
    assert Report.objects.get(pk=second.pk).closed_by == mod


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"kind": "jail"}, "decision-kind"),
        ({"kind": ""}, "decision-kind"),
        ({"kind": "ban"}, "decision-games"),
        ({"kind": "ban", "games": "pause"}, "decision-games"),
        ({"kind": "ban", "games": "leave", "until": NOW + WEEK}, "decision-kind"),
        ({"kind": "warning", "games": "leave"}, "decision-games"),
        ({"kind": "suspension", "games": "leave"}, "decision-end-missing"),
        ({"kind": "suspension", "until": NOW + WEEK}, "decision-games"),
        ({"kind": "mute"}, "decision-end-missing"),
        ({"kind": "mute", "until": NOW}, "decision-end-past"),
        ({"kind": "mute", "until": NOW + timedelta(days=367)}, "decision-end-far"),
        ({"reason": ""}, "decision-reason"),
        ({"reason": " \n"}, "decision-reason"),
    ],
)
def test_what_cannot_be_imposed(mod: User, bo: User, changed: dict[str, Any], code: str) -> None:
    report = make_report(bo)
    terms = WARN | changed
    assert refusal(lambda: decide(report_id=report.pk, by=mod, now=NOW, **terms)) == code
    assert refusal(lambda: act_on(person_id=bo.pk, by=mod, now=NOW, **terms)) == code
    assert not Sanction.objects.exists()
    assert Report.objects.get().closed_at is None


def appeal(sanction: Sanction) -> Report:
    return Report.objects.create(
        reporter=sanction.user, person=sanction.user, about="appeal", sanction=sanction, at=NOW
    )


@pytest.fixture
def suspended(bo: User) -> Sanction:
    by = make_staff("moderator", "First")
    until = NOW + WEEK
    return impose(
        user_id=bo.pk, by=by, kind="suspension", reason="So", until=until, games="leave", now=NOW
    )


def test_an_appeal_lifts_the_sanction(mod: User, bo: User, suspended: Sanction) -> None:
    report = appeal(suspended)
    answer_appeal(report_id=report.pk, by=mod, lifted=True, why="A mistake", now=NOW)
    report.refresh_from_db()
    suspended.refresh_from_db()
    bo.refresh_from_db()
    assert (report.decision, report.closed_by) == ("lifted", mod)
    assert (suspended.lifted_by, suspended.lifted_why) == (mod, "A mistake")
    assert bo.suspended_until is None
    assert told() == {("Bo", f"sanctioned:{suspended.pk}"), ("Bo", f"lifted:{suspended.pk}")}


def test_or_lets_it_stand(mod: User, bo: User, suspended: Sanction) -> None:
    report = appeal(suspended)
    answer_appeal(report_id=report.pk, by=mod, lifted=False, why="It was so", now=NOW)
    report.refresh_from_db()
    assert report.decision == "upheld"
    assert Sanction.objects.get().lifted_at is None
    line = Act.objects.get(what="appeal-uphold")
    assert (line.person, line.why) == (bo, "It was so")
    assert line.detail == {"report": report.pk, "sanction": suspended.pk}
    assert ("Bo", f"appeal-decided:{report.pk}") in told()
    assert not Notice.objects.filter(kind="report-decided").exists()


def test_an_appeal_is_answered_with_a_reason_by_somebody_else(
    mod: User, bo: User, suspended: Sanction
) -> None:
    report = appeal(suspended)
    by = suspended.by
    assert by

    def answer(by: User, why: str = "So", *, lifted: bool = True) -> Report:
        return answer_appeal(report_id=report.pk, by=by, lifted=lifted, why=why, now=NOW)

    assert refusal(lambda: answer(by)) == "decision-own-act"
    assert refusal(lambda: answer(by, lifted=False)) == "decision-own-act"
    assert refusal(lambda: answer(mod, " ")) == "decision-reason"
    assert refusal(lambda: answer(mod, " ", lifted=False)) == "decision-reason"
    assert refusal(lambda: dismiss(report_id=report.pk, by=mod, why="", now=NOW)) == (
        "decision-appeal"
    )
    assert refusal(lambda: decide(report_id=report.pk, by=mod, now=NOW, **WARN)) == (
        "decision-appeal"
    )
    complaint = make_report(bo)
    assert (
        refusal(
            lambda: answer_appeal(report_id=complaint.pk, by=mod, lifted=False, why="So", now=NOW)
        )
        == "decision-no-appeal"
    )
    Report.objects.filter(pk=complaint.pk).update(led_to=suspended, reporter=mod)
    assert refusal(lambda: answer(mod)) == "decision-own-case"
    Report.objects.filter(pk=complaint.pk).update(reporter=bo)
    assert answer(mod).decision == "lifted"


@pytest.mark.parametrize("way", ["page", "appeal", "stands"])
@pytest.mark.parametrize("kind", ["mute", "suspension", "ban"])
def test_after_a_lift_games_follow_at_once(
    mod: User, bo: User, kind: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {"suspension": "pause", "ban": "leave"}.get(kind, "")
    until = None if kind == "ban" else NOW + WEEK
    by = make_staff("moderator")
    terms = {"kind": kind, "reason": "So", "until": until, "games": games}
    sanction = impose(user_id=bo.pk, by=by, now=NOW, **terms)  # type: ignore[arg-type]
    nudged: list[str] = []
    monkeypatch.setattr(after, "nudge", nudged.append)
    if way == "page":
        lift(sanction_id=sanction.pk, by=mod, why="Sorry.", now=NOW)
    else:
        filed = appeal(sanction)
        lifted = way == "appeal"
        answer_appeal(report_id=filed.pk, by=mod, lifted=lifted, why="Hm.", now=NOW)
    assert nudged == ([after.FOLLOW_SANCTIONS] if games and way != "stands" else [])


def test_what_is_over_cannot_be_lifted_but_may_stand(mod: User, suspended: Sanction) -> None:
    report, later = appeal(suspended), NOW + WEEK

    def answer(lifted: bool) -> Report:
        return answer_appeal(report_id=report.pk, by=mod, lifted=lifted, why="So", now=later)

    assert refusal(lambda: answer(True)) == "decision-not-in-force"
    assert answer(False).decision == "upheld"


def test_nobody_reads_what_concerns_them(mod: User, bo: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    for by in (mod, boss):
        on_them = make_report(by)
        by_them = make_report(bo, reporter=by)
        at_table = make_report(bo, game=make_game(by, bo, make_user()))
        other = make_report(bo, game=make_game(bo, make_user()))
        assert may_read(by, on_them) == "decision-on-you"
        assert may_read(by, by_them) == "decision-own-report"
        assert may_read(by, at_table) == "decision-own-table"
        assert may_read(by, other) == ""
        concerning = {on_them, by_them, at_table}
        assert concerning.isdisjoint(readable(by))
        assert other in readable(by)
        assert all(may_decide(by, report) for report in concerning)
        for report in concerning:
            with pytest.raises(PlayError):
                take(report_id=report.pk, by=by, now=NOW)


def test_a_report_whose_reporter_is_gone_can_be_read(mod: User, bo: User) -> None:
    report = make_report(bo)
    Report.objects.update(reporter=None)
    assert list(readable(mod)) == [report]
    dismiss(report_id=report.pk, by=mod, why="", now=NOW)
    assert {name for name, _key in told()} == {"Bo"}


def test_on_somebody_who_is_gone_nothing_is_imposed(mod: User, bo: User) -> None:
    report = make_report(bo)
    Report.objects.update(person=None)
    assert refusal(lambda: decide(report_id=report.pk, by=mod, now=NOW, **WARN)) == "decision-gone"
    dismiss(report_id=report.pk, by=mod, why="", with_others=True, now=NOW)
    assert Report.objects.get().decision == "dismissed"


def test_staff_are_for_superusers_and_superusers_for_nobody(mod: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    other_boss = User.objects.create_superuser("Top", "top@example.org")
    operator = make_staff("operator", "Op")
    assert may_act_on(mod, operator) == "decision-staff"
    assert may_act_on(boss, operator) == ""
    assert may_act_on(boss, other_boss) == may_act_on(mod, boss) == "decision-superuser"
    assert may_act_on(boss, boss) == may_act_on(mod, mod) == "decision-on-you"
    report = make_report(operator)
    assert refusal(lambda: decide(report_id=report.pk, by=mod, now=NOW, **WARN)) == "decision-staff"
    assert refusal(lambda: act_on(person_id=boss.pk, by=other_boss, now=NOW, **WARN)) == (
        "decision-superuser"
    )
    decide(report_id=report.pk, by=boss, now=NOW, **WARN)


def test_nobody_imposes_on_whom_they_play_with(mod: User, bo: User) -> None:
    game = make_game(mod, bo, make_user())
    report = make_report(bo)
    assert may_impose(mod, report) == "decision-opponent"
    assert refusal(lambda: decide(report_id=report.pk, by=mod, now=NOW, **BAN)) == (
        "decision-opponent"
    )
    assert may_decide(mod, report) == may_read(mod, report) == ""
    game.seats.filter(user=bo).update(left_at=NOW)
    assert may_impose(mod, report) == ""
    game.seats.update(left_at=None)
    Game.objects.filter(pk=game.pk).update(status="void", deadline=None)
    assert may_impose(mod, report) == ""


def test_what_concerns_a_superuser_is_closed_without_anything_imposed(mod: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    first, second = make_report(boss), make_report(boss)
    assert may_impose(mod, first) == "decision-superuser"
    dismiss(report_id=first.pk, by=mod, why="", with_others=True, now=NOW)
    assert set(Report.objects.values_list("decision", flat=True)) == {"dismissed"}
    for by in (boss, second.reporter):
        assert by and may_decide(by, second)


def concerning(by: User, person: User) -> list[Report]:
    """Open reports on the person that concern a moderator: their own, and one from their table."""
    table = make_game(by, person, make_user())
    Game.objects.filter(pk=table.pk).update(status="void", deadline=None)
    return [make_report(person, reporter=by), make_report(person, game=table)]


def test_nobody_goes_round_a_report_that_concerns_them(mod: User, bo: User) -> None:
    assert may_act_unasked(mod, bo) == ""
    for report in concerning(mod, bo):
        assert refusal(lambda: act_on(person_id=bo.pk, by=mod, now=NOW, **WARN)) == (
            "decision-concerned"
        )
        other = make_staff("moderator")
        assert may_act_unasked(other, bo) == ""
        dismiss(report_id=report.pk, by=other, why="", now=NOW)
        Report.objects.filter(pk=report.pk).update(decision="dismissed")
        report.delete()
    act_on(person_id=bo.pk, by=mod, now=NOW, **WARN)


def test_nobody_lifts_what_a_report_of_theirs_led_to(mod: User, bo: User) -> None:
    other = make_staff("moderator", "Other")
    for report in concerning(mod, bo):
        sanction = decide(report_id=report.pk, by=other, now=NOW, **BAN)
        waiting = appeal(sanction)
        assert refusal(lambda pk=sanction.pk: lift(sanction_id=pk, by=mod, why="So", now=NOW)) == (  # type: ignore[misc]
            "decision-own-case"
        )
        waiting.refresh_from_db()
        assert waiting.closed_at is None
        lift(sanction_id=sanction.pk, by=other, why="My mistake", now=NOW)


def test_the_next_to_decide_is_none_that_concerns_one(mod: User, bo: User) -> None:
    concerning(mod, bo)
    make_report(mod)
    taken, closed = make_report(bo), make_report(bo)
    other = make_staff("moderator", "Other")
    take(report_id=taken.pk, by=other, now=NOW)
    dismiss(report_id=closed.pk, by=mod, why="", now=NOW)
    appeal(act_on(person_id=make_user().pk, by=mod, now=NOW, **BAN))
    of_another = appeal(act_on(person_id=make_user().pk, by=other, now=NOW, **BAN))
    led = make_report(bo, reporter=mod, about="other")
    own_case = decide(report_id=led.pk, by=other, now=NOW, **BAN)
    appeal(own_case)
    mine, free = make_report(bo), make_report(make_user())
    take(report_id=mine.pk, by=mod, now=NOW)
    Report.objects.filter(pk=free.pk).update(reporter=None, person=None)
    assert set(decidable(mod)) == {of_another, mine, free}


def test_somebody_is_banned_and_freed_without_a_report(mod: User, bo: User) -> None:
    sanction = act_on(person_id=bo.pk, by=mod, now=NOW, **BAN)
    waiting = appeal(sanction)
    assert User.objects.get(pk=bo.pk).is_suspended(NOW)
    assert refusal(lambda: lift(sanction_id=sanction.pk, by=mod, why="", now=NOW)) == (
        "decision-reason"
    )
    lift(sanction_id=sanction.pk, by=mod, why="Too hard", now=NOW)
    assert not User.objects.get(pk=bo.pk).is_suspended(NOW)
    waiting.refresh_from_db()
    assert (waiting.decision, waiting.closed_by) == ("lifted", mod)
    assert refusal(lambda: lift(sanction_id=sanction.pk, by=mod, why="So", now=NOW)) == (
        "decision-not-in-force"
    )
    assert list(Act.objects.values_list("what", flat=True)) == ["person-lift", "person-ban"]


def test_staff_do_not_free_themselves(mod: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    sanction = act_on(person_id=mod.pk, by=boss, now=NOW, **BAN)
    assert refusal(lambda: lift(sanction_id=sanction.pk, by=mod, why="Me", now=NOW)) == (
        "decision-on-you"
    )


def test_notes_are_logged_without_their_text(mod: User, bo: User) -> None:
    noted = note(person_id=bo.pk, by=mod, text="Talks much", now=NOW)
    line = Act.objects.get()
    assert (line.what, line.person, line.why) == ("person-note", bo, "")
    assert line.detail == {"note": noted.pk}
    assert refusal(lambda: note(person_id=bo.pk, by=mod, text=" ", now=NOW)) == "decision-note"
    assert refusal(lambda: note(person_id=mod.pk, by=mod, text="I", now=NOW)) == "decision-on-you"
    assert PersonNote.objects.count() == 1

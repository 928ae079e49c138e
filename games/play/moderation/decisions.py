"""Reports and appeals decided: taken, given back, closed by what a moderator does about them.

Every decision locks all reports that it closes, by key, then the person, as whoever deletes an
account does; whoever comes second is told what the first did.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts import audit
from accounts.models import Act, Sanction, User
from accounts.outbox import post
from games.models import Report
from games.play.errors import PlayError

from .acting import end_now, impose
from .locking import lock_reports
from .rights import may_decide, may_impose, may_read, others
from .terms import Terms, check_reason

REPORT_DECIDED = "report-decided"
"""The kind of mail that tells a reporter what became of their report; payload: `report`."""
REPORT_DISMISSED = "report-dismissed"
"""The kind of mail that tells a person that a report on them was dismissed; payload: `report`."""
APPEAL_DECIDED = "appeal-decided"
"""The kind of mail that tells a person that their sanction stands; payload: `report`."""

Decision = Report.Decision


def take(*, report_id: int, by: User, over: bool = False, now: datetime) -> Report:
    """Let `by` have an open report; `over`: also one that somebody else has taken.

    Raises PlayError as every decision does.
    """
    with transaction.atomic():
        report = _open_report(report_id, by, over=over)
        report.taken_by = by
        report.save(update_fields=["taken_by"])
    return report


def give_back(*, report_id: int, by: User, now: datetime) -> Report:
    """Let others have an open report again that `by` has taken.

    Raises PlayError `decision-not-yours` where it is not theirs, or is closed.
    """
    with transaction.atomic():
        report, _locked = _lock(report_id)
        if report.taken_by_id != by.pk or report.closed_at is not None:
            raise PlayError("decision-not-yours")
        report.taken_by = None
        report.save(update_fields=["taken_by"])
    return report


def dismiss(
    *,
    report_id: int,
    by: User,
    why: str,
    now: datetime,
    with_others: bool = False,
    seen: int | None = None,
) -> Report:
    """Close a report on which nothing follows, log it, tell reporter and reported.

    `with_others`: the other open reports on the person (`rights.others`) too. `why` may be empty.
    Raises PlayError as every decision does, `decision-appeal` for an appeal.
    """
    with transaction.atomic():
        report, along = _open_reports(report_id, by, with_others=with_others, seen=seen)
        if report.sanction is not None:
            raise PlayError("decision-appeal")
        for each in [report, *along]:
            close(each, Decision.DISMISSED, by, now)
            _log(each, Act.What.DISMISS, by, why, now)
        _tell(REPORT_DISMISSED, report, report.person_id, now)
    return report


def decide(
    *,
    report_id: int,
    by: User,
    kind: str,
    reason: str,
    until: datetime | None,
    games: str,
    now: datetime,
    with_others: bool = False,
    seen: int | None = None,
) -> Sanction:
    """Impose a sanction (a Sanction.Kind) on the reported person, close the report, tell both.

    `with_others`: the other open reports on the person (`rights.others`) too. Raises PlayError
    as every decision and as `Terms` do, the codes of `rights.may_act_on`, `decision-appeal` for an
    appeal, `decision-gone` where the person has left the site.
    """
    terms = Terms(kind, reason, until, games, now)
    with transaction.atomic():
        report, along = _open_reports(report_id, by, with_others=with_others, seen=seen)
        if report.sanction is not None:
            raise PlayError("decision-appeal")
        if report.person_id is None:
            raise PlayError("decision-gone")
        if refused := may_impose(by, report):
            raise PlayError(refused)
        sanction = impose(report.person_id, terms, by=by, report=report.pk)
        for each in [report, *along]:
            close(each, Decision(kind), by, now, led_to=sanction)
    return sanction


def answer_appeal(*, report_id: int, by: User, lifted: bool, why: str, now: datetime) -> Report:
    """Close an appeal: its sanction is lifted, or stands. The person is told why.

    Raises PlayError as every decision does, `decision-reason` without a reason,
    `decision-no-appeal` for a report, `decision-not-in-force` where nothing is left to lift.
    """
    check_reason(why)
    with transaction.atomic():
        report = _open_report(report_id, by)
        if report.sanction is None:
            raise PlayError("decision-no-appeal")
        if lifted:
            end_now(report.sanction, by=by, why=why, now=now)
            close(report, Decision.LIFTED, by, now)
        else:
            close(report, Decision.UPHELD, by, now)
            _log(report, Act.What.UPHOLD, by, why, now)
            _tell(APPEAL_DECIDED, report, report.person_id, now)
    return report


def _lock(report_id: int, *, with_others: bool = False) -> tuple[Report, set[int]]:
    """Return the report, and the keys of all that are locked until the transaction ends.

    The report is; `with_others`: all open reports on its person too; then the person.
    """
    person_id = Report.objects.values_list("person_id", flat=True).get(pk=report_id)
    wanted = Q(pk=report_id)
    if with_others and person_id is not None:
        wanted |= Q(person=person_id, closed_at=None, sanction=None)
    locked = lock_reports(wanted)
    User.objects.select_for_update(no_key=True).filter(pk=person_id).first()
    with_rows = Report.objects.select_related(
        "person", "game", "sanction", "taken_by", "closed_by"
    ).defer("game__record")
    return with_rows.get(pk=report_id), locked


def _open_report(report_id: int, by: User, *, over: bool = False) -> Report:
    """Return the locked report if `by` may decide it now; raises as `_check` does."""
    report, _locked = _lock(report_id)
    _check(report, by, over=over)
    return report


def _open_reports(
    report_id: int, by: User, *, with_others: bool, seen: int | None
) -> tuple[Report, list[Report]]:
    """Return the locked report if `by` may decide it now, and others to be closed along with it.

    Raises as `_check` does.
    """
    report, locked = _lock(report_id, with_others=with_others)
    _check(report, by)
    if not with_others:
        return report, []
    return report, [each for each in others(report, by, seen=seen) if each.pk in locked]


def _check(report: Report, by: User, *, over: bool = False) -> None:
    """Raise PlayError where `by` may not decide a locked report now.

    The codes of `rights.may_decide`, `decision-made` when it is closed, `decision-taken` when
    another has taken it and it is not to be taken `over`.
    """
    if refused := may_read(by, report):
        raise PlayError(refused)
    if report.closed_at is not None:
        name = report.closed_by.name if report.closed_by else "\N{EN DASH}"
        raise PlayError("decision-made", name=name, decision=report.get_decision_display())
    if refused := may_decide(by, report):
        raise PlayError(refused)
    if report.taken_by is not None and report.taken_by != by and not over:
        raise PlayError("decision-taken", name=report.taken_by.name)


def close(
    report: Report,
    decision: Report.Decision,
    by: User,
    now: datetime,
    *,
    led_to: Sanction | None = None,
) -> None:
    """Close a report that the caller has locked, and tell its reporter; an appeal is told of by
    what answers it."""
    report.closed_at, report.closed_by = now, by
    report.decision, report.led_to = decision, led_to
    report.save(update_fields=["closed_at", "closed_by", "decision", "led_to"])
    if report.sanction_id is None:
        _tell(REPORT_DECIDED, report, report.reporter_id, now)


def _log(report: Report, what: Act.What, by: User, why: str, now: datetime) -> None:
    detail = {"report": report.pk}
    if report.sanction_id is not None:
        detail["sanction"] = report.sanction_id
    audit.log(
        by=by,
        what=what,
        person=report.person,
        game=report.game.code if report.game else "",
        why=why,
        detail=detail,
        now=now,
    )


def _tell(kind: str, report: Report, user_id: int | None, now: datetime) -> None:
    if user_id is not None:
        key = f"{kind}:{report.pk}"
        post(key=key, user_id=user_id, kind=kind, payload={"report": report.pk}, now=now)

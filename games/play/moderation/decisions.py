"""Reports and appeals decided: taken, given back, closed by what a moderator does about them.

Whoever comes second is told what the first did (`opening`). `seen` stands for what a moderator has
read: the `text_mark` of each report by its key; None: they know all there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts import audit
from accounts.models import Act, Sanction, User
from accounts.outbox import post
from games.models import Report
from games.play.errors import PlayError

from .acting import end_now, impose
from .opening import lock, open_report, open_reports
from .rights import may_impose
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
        report = open_report(report_id, by, over=over)
        report.taken_by = by
        report.save(update_fields=["taken_by"])
    return report


def give_back(*, report_id: int, by: User, now: datetime) -> Report:
    """Let others have an open report again that `by` has taken.

    Raises PlayError `decision-not-yours` where it is not theirs, or is closed.
    """
    with transaction.atomic():
        report, _locked = lock(report_id)
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
    seen: Mapping[int, str] | None = None,
) -> Report:
    """Close a report on which nothing follows, log it, tell reporter and reported.

    `with_others`: the other open reports on the person (`rights.others`) too, of those that were
    `seen`. `why` may be empty. Raises PlayError as every decision does, `decision-unread` where
    text was added that was not `seen`, `decision-appeal` for an appeal.
    """
    with transaction.atomic():
        report, along = open_reports(report_id, by, with_others=with_others, seen=seen)
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
    seen: Mapping[int, str] | None = None,
) -> Sanction:
    """Impose a sanction (a Sanction.Kind) on the reported person, close the report, tell both.

    `with_others`, `seen`: as for `dismiss`. Raises PlayError as every decision, `dismiss` and
    `Terms` do, the codes of `rights.may_act_on`, `decision-gone` where the person has left the
    site.
    """
    terms = Terms(kind, reason, until, games, now)
    with transaction.atomic():
        report, along = open_reports(report_id, by, with_others=with_others, seen=seen)
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
        report = open_report(report_id, by)
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

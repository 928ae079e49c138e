"""The reports that a decision closes: locked, open still, and read by whoever decides.

All are locked by key, then the person, as whoever deletes an account does.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from django.db.models import Q

from accounts.models import User
from games.models import Report
from games.play.errors import PlayError

from .locking import lock_reports
from .rights import may_decide, may_read, others


def text_mark(report: Report) -> str:
    """Return what tells the text of a report from any other that it has later: 12 hex digits."""
    return sha256(report.text.encode()).hexdigest()[:12]


def lock(report_id: int, *, with_others: bool = False) -> tuple[Report, set[int]]:
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


def open_report(report_id: int, by: User, *, over: bool = False) -> Report:
    """Return the locked report if `by` may decide it now; raises as `_check` does."""
    report, _locked = lock(report_id)
    _check(report, by, over=over)
    return report


def open_reports(
    report_id: int, by: User, *, with_others: bool, seen: Mapping[int, str] | None
) -> tuple[Report, list[Report]]:
    """Return the locked report if `by` may decide it now, and others to be closed along with it.

    `seen`: the `text_mark` of each report that they have read, by its key; None: of all. What came
    in since is not closed along. Raises as `_check` does, and `decision-unread` where one has
    another text by now.
    """
    report, locked = lock(report_id, with_others=with_others)
    _check(report, by)
    along = others(report, by) if with_others else []
    along = [each for each in along if each.pk in locked and (seen is None or each.pk in seen)]
    if seen is not None and any(seen.get(each.pk) != text_mark(each) for each in [report, *along]):
        raise PlayError("decision-unread")
    return report, along


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

"""What stands on the page of a report."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest

from accounts.admin.signed_in import signed_in
from accounts.models import Act, User
from games.models import Report
from games.play.errors import PlayError
from games.play.moderation.rights import may_act_on, may_decide, may_impose, others
from games.time_words import span
from games.views.once import form_number
from games.words import sentence

from .deciding import KINDS, AppealForm, DecisionForm, NoteForm
from .one_click import moment_shown
from .pace_of_play import facts_of
from .record import record_of, reporter_record
from .seen import marks_of


def shown(
    request: HttpRequest, report: Report, form: DecisionForm | AppealForm | None, now: datetime
) -> dict[str, Any]:
    """Return what the page tells of a report, and the forms by which its reader may decide it."""
    reader = signed_in(request)
    code, not_to_impose = may_decide(reader, report), may_impose(reader, report)
    open_now = report.closed_at is None and not code
    along = others(report, reader) if open_now else []
    appeal = report.sanction is not None
    person, reporter = report.person, report.reporter
    about = about_person(request, person, now) if person is not None else {}
    if code:  # "somebody else answers": a button to lift it would say otherwise
        about["may_lift"] = False
    return {
        "report": report,
        "waited": span(((report.closed_at or now) - report.at).total_seconds()),
        "may_not": sentence(PlayError(code)) if code else "",
        "may_not_impose": sentence(PlayError(not_to_impose)) if open_now and not_to_impose else "",
        "may_take": open_now and request.user.has_perm("games.change_report"),
        "mine": report.taken_by == reader,
        "forms": _forms(request, report, form, along, dismissing=bool(not_to_impose))
        if open_now and not appeal
        else [],
        "moment": moment_shown(now),
        "seen": marks_of([report, *along]),
        "appeal_form": _appeal_form(request, form) if open_now and appeal else None,
        "answer": _answer(report),
        "reporter_record": reporter_record(reporter, reader=reader)
        if reporter is not None and not appeal
        else None,
        "facts": facts_of(report.game_id) if report.game_id is not None else None,
        **about,
    }


def about_person(request: HttpRequest, person: User, now: datetime) -> dict[str, Any]:
    """Return the record of a person, for those who may read it; nobody reads their own."""
    reader = signed_in(request)
    if person == reader or not request.user.has_perm("accounts.view_sanction"):
        return {}
    may_act = not may_act_on(reader, person)
    return {
        "record": record_of(person, reader=reader, now=now),
        "note_form": NoteForm(initial={"number": form_number()})
        if request.user.has_perm("accounts.add_personnote")
        else None,
        "may_lift": may_act and request.user.has_perm("accounts.change_sanction"),
        "sees_reports": request.user.has_perm("games.view_report"),
    }


def decision_forms(
    kinds: tuple[str, ...], sent: DecisionForm | None, **options: Any
) -> list[DecisionForm]:
    """Return a form for each kind; the one that was sent holds what was typed."""
    return [sent if sent and sent.kind == kind else DecisionForm(kind, **options) for kind in kinds]


def _forms(
    request: HttpRequest, report: Report, form: Any, along: list[Report], *, dismissing: bool
) -> list[DecisionForm]:
    """Return the forms for a report; `dismissing`: nothing may be imposed for it."""
    if not request.user.has_perm("games.change_report"):
        return []
    imposes = request.user.has_perm("accounts.add_sanction") and report.person is not None
    sent = form if isinstance(form, DecisionForm) else None
    kinds = KINDS if imposes and not dismissing else KINDS[:1]
    return decision_forms(kinds, sent, others=along, about=report.about)


def _appeal_form(request: HttpRequest, form: Any) -> AppealForm | None:
    if not request.user.has_perms(["games.change_report", "accounts.change_sanction"]):
        return None
    return form if isinstance(form, AppealForm) else AppealForm(auto_id="answer-%s")


def _answer(report: Report) -> str:
    """Return what was said when the report was closed without a sanction."""
    if report.closed_at is None or report.led_to_id is not None:
        return ""
    if report.decision == Report.Decision.LIFTED and report.sanction is not None:
        return report.sanction.lifted_why
    acts = Act.objects.filter(person=report.person_id)
    if report.decision == Report.Decision.RENAMED:
        act = acts.filter(what=Act.What.RENAME, at=report.closed_at).first()
    else:
        what = [Act.What.DISMISS, Act.What.UPHOLD]
        act = acts.filter(what__in=what, detail__report=report.pk).first()
    return act.why if act else ""

"""Somebody has read the reader's answer to a sanction, which stands."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Notice
from games.mail.kind import Kind, Told, Untrue
from games.models import Report
from games.play.moderation.appeals import refused, why_upheld
from games.play.moderation.decisions import APPEAL_DECIDED


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell that it stands, why, and whether the reader can answer once more: three queries."""
    reports = Report.objects.select_related("sanction", "person").filter(person=notice.user_id)
    report = reports.filter(pk=notice.payload["report"]).first()
    if report is None or report.person is None or report.decision != Report.Decision.UPHELD:
        return Untrue("the answer is gone, or nobody has refused it")
    if report.sanction is None or not report.sanction.is_in_force(now):
        return Untrue("the sanction is over")
    refusal = refused(list(report.sanction.appeals.order_by("at", "pk")), now)
    line = gettext("A moderator has read your answer: the decision stands.")
    return Told(
        line=line,
        link=reverse("suspended" if report.person.is_suspended(now) else "conduct"),
        context={
            "line": line,
            "answer": report.text,
            "why": why_upheld(report.person).get(report.pk, ""),
            "again": refusal.params.get("again") if refusal else now,
        },
    )


KIND = Kind(name=APPEAL_DECIDED, look=look, rank=1)

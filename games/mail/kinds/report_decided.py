"""A moderator has decided on what you reported."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Notice
from games.mail.kind import Kind, Told, Untrue
from games.models import Report
from games.time_words import day

MEASURES = (
    Report.Decision.WARNED,
    Report.Decision.MUTED,
    Report.Decision.SUSPENDED,
    Report.Decision.BANNED,
)


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell in general words what came of it: which measure is between moderators and the other."""
    reports = Report.objects.select_related("person").filter(pk=notice.payload["report"])
    report = reports.exclude(about=Report.About.APPEAL).first()
    if report is None or report.reporter_id != notice.user_id:
        return Untrue("the report is gone")
    renamed = report.decision == Report.Decision.RENAMED
    if report.decision not in (*MEASURES, Report.Decision.DISMISSED) and not renamed:
        return Untrue("nobody has decided on the report")
    told = {
        "name": report.person.name if report.person else gettext("somebody who has left the site"),
        "day": day(report.at),
    }
    if renamed:  # whose it was: they have another name by now, which the reader may not know
        told["name"] = gettext("a name")
        pattern = gettext(
            "A moderator has decided on your report about a name of %(day)s: it was taken away."
        )
    elif report.decision in MEASURES:
        pattern = gettext(
            "A moderator has decided on your report about %(name)s of %(day)s: a measure was taken."
        )
    else:
        pattern = gettext(
            "A moderator has looked at your report about %(name)s of %(day)s and found nothing to"
            " act on."
        )
    line = pattern % told
    return Told(line=line, link=reverse("conduct"), context={"line": line, **told})


KIND = Kind(name="report-decided", look=look)

"""Somebody reported you, and a moderator found nothing to act on."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Notice
from games.mail.kind import Kind, Told, Untrue
from games.models import Report


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell that and nothing else: not who it was, about what, or at which table."""
    dismissed = Report.objects.filter(
        pk=notice.payload["report"],
        person=notice.user_id,
        decision=Report.Decision.DISMISSED,
    )
    if notice.user_id is None or not dismissed.exclude(about=Report.About.APPEAL).exists():
        return Untrue("there is no such report, or it was not dismissed")
    line = gettext("A moderator has looked at a report about you and found nothing to act on.")
    return Told(line=line, link=reverse("conduct"), context={"line": line})


KIND = Kind(name="report-dismissed", look=look)

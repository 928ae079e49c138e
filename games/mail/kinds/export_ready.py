"""The copy of your data is ready."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import DataExport, Notice
from games.mail.kind import Kind, Told, Untrue
from games.play.people.export import KEPT, READY
from games.time_words import moment


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell until when it can be fetched; another one that is being made has a mail of its own."""
    exports = DataExport.objects.filter(pk=notice.payload["export"], user=notice.user_id)
    made_at = exports.values_list("made_at", flat=True).first()
    if made_at is None or made_at + KEPT <= now:
        return Untrue("there is none to fetch")
    line = gettext("The copy of your data is ready: you can fetch it until %(moment)s.")
    told = line % {"moment": moment(made_at + KEPT)}
    return Told(line=told, link=reverse("my-data"), context={"line": told})


KIND = Kind(name=READY, look=look, rank=95)

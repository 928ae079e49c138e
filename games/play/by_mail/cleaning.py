"""Mails that came in long ago are forgotten."""

from __future__ import annotations

from datetime import datetime

from games.models import ReceivedMail
from games.play.batches import BATCH


def delete_old_mails(before: datetime) -> int:
    """Delete what is kept of mails that came before a moment, in batches; return how many."""
    old = ReceivedMail.objects.filter(at__lt=before).order_by("at").values_list("pk", flat=True)
    deleted = 0
    while batch := list(old[:BATCH]):
        deleted += ReceivedMail.objects.filter(pk__in=batch).delete()[0]
    return deleted

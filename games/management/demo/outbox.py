"""The mails of the past: what became of them, as if a sender had run all the time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Max

from accounts.models import Notice

from .addresses import DOMAIN

SELDOM_TRUE = ("reminder", "table-expiring", "vacation-ending")
"""Kinds of which most are not true any more when their moment comes."""
TRUE_ONE_IN = 4
FAILED_ONE_IN = 61
SENT_AFTER = timedelta(seconds=3)
State = Notice.State


def latest_notice() -> int:
    """Return the key of the latest notice, 0 before the first."""
    latest: int | None = Notice.objects.aggregate(latest=Max("pk"))["latest"]
    return latest or 0


def tell_the_past(before: int, now: datetime) -> None:
    """Let no sender find what was due by now, of the notices later than the key `before`.

    What is due later stays; to an address that is not proven nothing goes out.
    """
    due = Notice.objects.filter(
        pk__gt=before, state=State.WAITING, not_before__lte=now, user__email__endswith=DOMAIN
    )
    untrue = due.filter(kind__in=SELDOM_TRUE).annotate(lot=F("pk") % TRUE_ONE_IN)
    untrue.exclude(lot=0).update(state=State.DROPPED, error="it was another turn")
    failed = due.annotate(lot=F("pk") % FAILED_ONE_IN).filter(lot=0)
    failed.update(state=State.FAILED, tries=5, error="552 5.3.4 Message too big for system")
    due.update(state=State.SENT, sent_at=F("not_before") + SENT_AFTER)

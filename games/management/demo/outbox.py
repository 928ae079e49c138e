"""The mails of the past: what became of them, as if a sender had run all the time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Max, QuerySet

from accounts.models import Notice
from games.models import Game

from .addresses import DOMAIN

SELDOM_TRUE = ("reminder", "table-expiring", "vacation-ending")
"""Kinds of which most are not true any more when their moment comes."""
TRUE_ONE_IN = 4
FAILED_ONE_IN = 61
ANOTHER_TURN = "it was another turn"
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
    ours = Notice.objects.filter(pk__gt=before, state=State.WAITING, user__email__endswith=DOMAIN)
    _drop_reminders(ours)
    due = ours.filter(not_before__lte=now)
    untrue = due.filter(kind__in=SELDOM_TRUE).annotate(lot=F("pk") % TRUE_ONE_IN)
    untrue.exclude(lot=0).update(state=State.DROPPED, error=ANOTHER_TURN)
    failed = due.annotate(lot=F("pk") % FAILED_ONE_IN).filter(lot=0)
    failed.update(state=State.FAILED, tries=5, error="552 5.3.4 Message too big for system")
    due.update(state=State.SENT, sent_at=F("not_before") + SENT_AFTER)


def _drop_reminders(waiting: QuerySet[Notice]) -> None:
    """Drop those of turns that are over."""
    reminders = waiting.filter(kind="reminder").values_list("pk", "payload")
    games = Game.objects.filter(pk__in={payload["game"] for _pk, payload in reminders})
    running = games.filter(status__in=(Game.Status.ARRANGING, Game.Status.PLAYING))
    turns = dict(running.values_list("pk", "turn_number"))
    untrue = [pk for pk, payload in reminders if turns.get(payload["game"]) != payload["turn"]]
    Notice.objects.filter(pk__in=untrue).update(state=State.DROPPED, error=ANOTHER_TURN)

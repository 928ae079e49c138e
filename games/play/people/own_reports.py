"""The reports by a person who leaves the site, and those on them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import Report


def lock_reports(user_id: int, others: Iterable[int] = ()) -> None:
    """Lock the reports by and on a person, and `others`, by key; after the person.

    Whoever decides on reports locks in this order too.
    """
    rows = Report.objects.filter(Q(reporter=user_id) | Q(person=user_id) | Q(pk__in=list(others)))
    list(rows.order_by("pk").select_for_update(no_key=True).values_list("pk"))


def empty_reports(user: User, now: datetime) -> None:
    """Empty the reports of a person, and close those on them that wait for a decision.

    The caller has locked them.
    """
    Report.objects.filter(reporter=user).exclude(text="").update(text="")
    waiting = Report.objects.filter(person=user, closed_at=None)
    waiting.update(closed_at=now, decision=Report.Decision.GONE, taken_by=None)


def forget_whose(user: User, now: datetime) -> None:
    """Let no report tell any more who filed it, or on whom, but for what became of it."""
    with transaction.atomic():
        lock_reports(user.pk)
        empty_reports(user, now)
        Report.objects.filter(reporter=user).update(reporter=None)
        Report.objects.filter(person=user).update(person=None)

"""The reports by a person who leaves the site, and those on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import Report
from games.play.moderation.locking import lock_reports


def find_reports_of(user: User) -> set[int]:
    """Return the keys of the reports by and on a person."""
    rows = Report.objects.filter(Q(reporter=user) | Q(person=user))
    return set(rows.values_list("pk", flat=True))


def lock_reports_of(user: User, others: Iterable[int] = ()) -> set[int]:
    """Lock the reports by and on a person, and `others`; return the keys of all.

    To be called in a transaction before any person is locked.
    """
    return lock_reports(Q(reporter=user) | Q(person=user) | Q(pk__in=list(others)))


def empty_reports(user: User, locked: Collection[int], now: datetime) -> None:
    """Empty the reports of a person, and close those on them that wait for a decision.

    Those that the caller has `locked`: one filed since has its turn when the account ends.
    """
    rows = Report.objects.filter(pk__in=locked)
    rows.filter(reporter=user).exclude(text="").update(text="")
    waiting = rows.filter(person=user, closed_at=None)
    waiting.update(closed_at=now, decision=Report.Decision.GONE, taken_by=None)


def forget_whose(user: User, now: datetime) -> None:
    """Let no report tell any more who filed it, or on whom, but for what became of it."""
    with transaction.atomic():
        locked = lock_reports_of(user)
        empty_reports(user, locked, now)
        rows = Report.objects.filter(pk__in=locked)
        rows.filter(reporter=user).update(reporter=None)
        rows.filter(person=user).update(person=None)

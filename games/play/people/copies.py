"""Copies of people's data in which somebody else is named, who leaves the site."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import DataExport, User


def drop_copies_of_table(game_id: int) -> None:
    """Drop the copies of all who sit at a table, as a name goes from it; the caller holds its lock.

    They can ask for another one at once.
    """
    _drop(Q(user__seats__game=game_id))


def drop_copies_naming(user: User) -> None:
    """Drop the copies of all who blocked or reported somebody, or were reported by them."""
    blocked, reported = Q(user__blocks__blocked=user), Q(user__reports__person=user)
    _drop(blocked | reported | Q(user__reports_on__reporter=user))


def _drop(whose: Q) -> None:
    with transaction.atomic():
        named = DataExport.objects.filter(whose).order_by().values("pk")
        found = DataExport.objects.filter(pk__in=named).defer("content").order_by("pk")
        for copy in found.select_for_update():
            if copy.made_at is not None:
                copy.delete()
            else:  # whoever makes it may have read the name: another wish is another copy
                copy.asked_at += timedelta(microseconds=1)
                copy.save(update_fields=["asked_at"])

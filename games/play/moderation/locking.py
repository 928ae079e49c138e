"""The order in which rows are locked by what staff decide: reports by key, then people."""

from __future__ import annotations

from django.db.models import Q

from games.models import Report


def lock_reports(wanted: Q) -> set[int]:
    """Lock the reports that `wanted` finds, in one order, and return their keys.

    To be called in a transaction before any person is locked.
    """
    rows = Report.objects.filter(wanted).order_by("pk").select_for_update(no_key=True)
    return set(rows.values_list("pk", flat=True))

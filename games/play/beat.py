"""The heartbeat: by its gaps the site knows when it was down."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games.models import ClockShift, Heartbeat

logger = logging.getLogger(__name__)

GAP = timedelta(minutes=5)
"""A longer time without a beat is an outage."""
GRACE = timedelta(minutes=3)
"""For so long after an outage nobody's time runs out."""


def beat(now: datetime) -> ClockShift | None:
    """Note that the sweeps run; return the outage that this ends, if it does.

    Of several workers that end the same outage one notes it.
    """
    with transaction.atomic():
        last, made = Heartbeat.objects.select_for_update().get_or_create(defaults={"beat_at": now})
        if made or now <= last.beat_at:
            return None
        began = last.beat_at
        last.beat_at = now
        last.save(update_fields=["beat_at"])
        if now - began <= GAP:
            return None
        outage = ClockShift.objects.create(kind=ClockShift.Kind.OUTAGE, began=began, ended=now)
    logger.warning("No sweep ran from %s to %s: deadlines move.", began, now)
    return outage


def just_back(now: datetime) -> bool:
    """Return whether an outage ended so lately that nobody's time may run out yet."""
    outages = ClockShift.objects.filter(kind=ClockShift.Kind.OUTAGE)
    return outages.filter(ended__gt=now - GRACE).exists()

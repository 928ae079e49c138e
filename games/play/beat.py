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

    Of several workers that end the same outage one notes it. A moment before the last beat, of a
    clock that is slow or was put back, changes nothing.
    """
    with transaction.atomic():
        last = lock_beat(now)
        began = last.beat_at
        if now <= began:
            return None
        last.beat_at = now
        last.save(update_fields=["beat_at"])
        if now - began <= GAP:
            return None
        outage = ClockShift.objects.create(kind=ClockShift.Kind.OUTAGE, began=began, ended=now)
    logger.warning("No sweep ran from %s to %s: deadlines move.", began, now)
    return outage


def lock_beat(now: datetime) -> Heartbeat:
    """Return the row of the heartbeat, locked until the transaction ends; made if it is the first.

    Under this lock alone a ClockShift is written: so their keys rise in the order of their commits,
    and a game that has taken one has not missed any before it.
    """
    return Heartbeat.objects.select_for_update().get_or_create(defaults={"beat_at": now})[0]


def outage_so_far(now: datetime) -> ClockShift | None:
    """Return the outage that no beat has ended yet, as if it ended now; it is not saved."""
    last = Heartbeat.objects.filter(beat_at__lt=now - GAP).first()
    if last is None:
        return None
    return ClockShift(kind=ClockShift.Kind.OUTAGE, began=last.beat_at, ended=now)


def latest_shift() -> int:
    """Return the key of the latest ClockShift, 0 before the first."""
    return ClockShift.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def just_back(now: datetime) -> bool:
    """Return whether an outage ended so lately that nobody's time may run out yet.

    One that ended long after `now` is of a clock that has been put back since.
    """
    outages = ClockShift.objects.filter(kind=ClockShift.Kind.OUTAGE)
    return outages.filter(ended__gt=now - GRACE, ended__lte=now + GAP).exists()

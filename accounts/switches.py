"""The switches of the site: read on every page, fresh for acts, set by staff."""

from __future__ import annotations

from datetime import datetime

from django.core.cache import caches
from django.db import Error, transaction

from . import audit
from .models import Act, SiteSwitches, User

KEY = "site-switches"
KEPT = 10  # seconds: so long may another process show what was


def switches() -> SiteSwitches:
    """The switches as pages show them, at most ten seconds old; all open while the rows are away.

    Each process keeps them for itself, so that no page asks a server for them or fails with it.
    """
    known = caches["process"].get(KEY)
    if known is None:
        try:
            known = now_switches()
        except Error:  # a page that needs no rows is shown all the same
            return SiteSwitches()
        caches["process"].set(KEY, known, KEPT)
    return known


def now_switches() -> SiteSwitches:
    """The switches as they are now, for acts."""
    return SiteSwitches.objects.filter(pk=SiteSwitches.THE_ONE).first() or SiteSwitches()


def set_switches(*, by: User, why: str, now: datetime, **wanted: str | bool) -> SiteSwitches:
    """Set switches by their columns and log what is different; the others stay as they are.

    The log tells of the banner only that it was changed or taken down.
    """
    with transaction.atomic():
        SiteSwitches.objects.get_or_create(pk=SiteSwitches.THE_ONE)
        row = SiteSwitches.objects.select_for_update().get()
        changed = {name for name, value in wanted.items() if getattr(row, name) != value}
        if not changed:
            return row
        for name in changed:
            setattr(row, name, wanted[name])
        row.save(update_fields=changed)
        detail = {name: getattr(row, name) for name in sorted(changed)}
        if "banner" in detail:
            detail["banner"] = "changed" if row.banner else "taken down"
        audit.log(by=by, what=Act.What.SWITCH, why=why, detail=detail, now=now)
        transaction.on_commit(forget)
    return row


def forget() -> None:
    """Let this process read them anew."""
    caches["process"].delete(KEY)

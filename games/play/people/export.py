"""A copy of what the site knows about a person: asked for on a page, made by a sweep."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction

from accounts import outbox
from accounts.models import DataExport, User
from games.play.after import WORK_OFF_PEOPLE, nudge
from games.play.errors import PlayError
from games.play.safely import resting, safely

from .archive import archive_of

READY = "export-ready"
"""The kind of mail that tells it; payload: `export`."""
KEPT = timedelta(days=7)
AGAIN_AFTER = timedelta(hours=1)
"""So long a person waits from asking for one copy to asking for the next."""
MADE_AT_ONCE = 20
CLAIMED = 600  # seconds until another sweep makes one whose maker was killed


def ask_for_data(*, user_id: int, now: datetime) -> None:
    """Let a copy be made; asking again while one is being made changes nothing.

    A copy that was made before gives way. Raises PlayError: `export-lately` less than an hour after
    the last one was asked for. Raises User.DoesNotExist when the account is gone.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        known = DataExport.objects.filter(user=user).defer("content").first()
        if known is None:
            DataExport.objects.create(user=user, asked_at=now)
        elif known.made_at is None:
            return
        elif now < known.asked_at + AGAIN_AFTER:
            raise PlayError("export-lately")
        else:
            known.asked_at, known.made_at, known.content = now, None, None
            known.save(update_fields=["asked_at", "made_at", "content"])
        nudge(WORK_OFF_PEOPLE)


def make_exports(now: datetime) -> int:
    """Make the copies that were asked for, the oldest wish first; return how many, at most 20.

    Safe to run twice, side by side, and again after it was broken off. One that fails is logged and
    rests; the others are made.
    """
    asked = DataExport.objects.filter(made_at=None, user__closing_at=None)
    made = 0
    for export in list(asked.order_by("asked_at", "pk").defer("content").select_related("user")):
        if not resting(make, export):
            made += safely(make, export, now, rests=True)
        if made == MADE_AT_ONCE:
            nudge(WORK_OFF_PEOPLE)
            break
    return made


def delete_old(now: datetime) -> int:
    """Delete the copies that have lain for seven days; return how many."""
    deleted, _by_model = DataExport.objects.filter(made_at__lte=now - KEPT).delete()
    return deleted


def make(export: DataExport, now: datetime) -> bool:
    """Make a copy and tell its person; return whether it was this call that did.

    Not, while another sweep makes it: it takes long, and no lock of the database is held meanwhile.
    """
    claim = f"export-claimed:{export.pk}:{export.asked_at.isoformat()}"
    if not cache.add(claim, True, CLAIMED):
        return False
    try:
        return _make(export, now)
    finally:
        cache.delete(claim)


def _make(export: DataExport, now: datetime) -> bool:
    content = archive_of(export.user, now)
    wanted = DataExport.objects.filter(pk=export.pk, asked_at=export.asked_at, made_at=None)
    with transaction.atomic():
        if not wanted.update(made_at=now, content=content):
            return False
        if export.user.email:
            outbox.post(
                key=f"{READY}:{export.pk}:{export.asked_at.isoformat()}",
                user_id=export.user_id,
                kind=READY,
                payload={"export": export.pk},
                now=now,
            )
    return True

"""The outbox: notices are posted here with the change they tell of, and claimed to be sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

from .models import Notice

SEND_MAIL = "games.send_mail"
"""The task that sends what is due; a lost nudge is made good by a sweep."""


@dataclass(frozen=True, slots=True)
class Post:
    """A notice to be posted; see `Notice` for what the parts are."""

    key: str
    user_id: int | None
    kind: str
    payload: Mapping[str, Any]
    not_before: datetime | None = None  # None: now


def post(
    *,
    key: str,
    user_id: int | None,
    kind: str,
    payload: Mapping[str, Any],
    now: datetime,
    not_before: datetime | None = None,
) -> None:
    """Post one notice in the caller's transaction; a key that is known already changes nothing."""
    post_all([Post(key, user_id, kind, payload, not_before)], now=now)


def post_all(posts: Iterable[Post], *, now: datetime) -> None:
    """Post notices as `post` does: one statement for all of them, none for none.

    Once the transaction is committed the sender is woken, unless all of them have to wait. That may
    fail without harm.
    """
    notices = [
        Notice(
            key=each.key,
            user_id=each.user_id,
            kind=each.kind,
            payload=dict(each.payload),
            created_at=now,
            not_before=each.not_before or now,
        )
        for each in posts
    ]
    if not notices:
        return
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    if any(notice.not_before <= now for notice in notices):
        transaction.on_commit(partial(_wake_sender), robust=True)


def reconsider(keys: Iterable[str], *, now: datetime) -> None:
    """Let the sender look at once at waiting notices whose moment may have moved."""
    Notice.objects.filter(key__in=list(keys), state=Notice.State.WAITING).update(not_before=now)


def postpone(user_id: int, key_begins: str, *, not_before: datetime) -> bool:
    """Let what waits for a person under such keys wait until then; return whether there is any."""
    waiting = Notice.objects.filter(user_id=user_id, state=Notice.State.WAITING)
    return bool(waiting.filter(key__startswith=key_begins).update(not_before=not_before))


def _wake_sender() -> None:
    current_app.send_task(SEND_MAIL)

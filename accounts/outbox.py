"""The outbox: notices are posted with the change they tell of; `claims` hands them to senders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q

from .models import Notice

SEND_MAIL = "games.send_mail"
"""The task that sends what is due; a lost nudge is made good by a sweep."""
ACCOUNT = "account"
"""The kind whose payload is the mail itself."""
CANCELLED = "cancelled"
"""Why a notice was dropped that somebody let never go out."""
NUDGE_LASTS = 60  # seconds: what was not woken by then is found by a sweep
REST = 10  # seconds
_RESTS = "mail-server-rests"
_OPEN = [Notice.State.WAITING, Notice.State.SENDING]


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
        transaction.on_commit(wake_sender, robust=True)


def reconsider(keys: Iterable[str], *, now: datetime) -> None:
    """Let the sender look at once at waiting notices whose moment may have moved."""
    Notice.objects.filter(key__in=list(keys), state__in=_OPEN).update(not_before=now)


def revive(keys: Iterable[str], *, now: datetime) -> None:
    """Let the sender look at once at dropped notices that may have become true again.

    What somebody cancelled never goes out.
    """
    dropped = Notice.objects.filter(key__in=list(keys), state=Notice.State.DROPPED)
    dropped.exclude(error=CANCELLED).update(
        state=Notice.State.WAITING,
        not_before=now,
        held_since=None,
        failing_since=None,
        message_id="",
        unsure=False,
        error="",
    )


def postpone(user_id: int, key_begins: str, *, not_before: datetime) -> bool:
    """Let what waits for a person under such keys wait until then; return whether there is any.

    It waits anew: what held it back, or failed, was about the moment that it had before.
    """
    waiting = Notice.objects.filter(user_id=user_id, state=Notice.State.WAITING)
    anew = {"not_before": not_before, "held_since": None, "failing_since": None, "message_id": ""}
    return bool(waiting.filter(key__startswith=key_begins).update(**anew))


def reconsider_all(user_id: int, now: datetime) -> None:
    """Let the sender look at once at what would go to a person but for their wishes or address.

    What a sender has in hand is looked at again afterwards, unless it goes out or away. What is not
    due yet is left alone: the wishes that count are those of its own moment.
    """
    due = Q(held_since__isnull=False) | Q(not_before__lte=now)
    open_ones = Notice.objects.filter(due, user_id=user_id, state__in=_OPEN)
    if open_ones.update(not_before=now):
        transaction.on_commit(wake_sender, robust=True)


def resend(notice: Notice, now: datetime) -> bool:
    """Let a failed notice be tried as if for the first time; return whether that can be.

    The text of an account mail is gone once it has failed.
    """
    failed = Notice.objects.filter(pk=notice.pk, state=Notice.State.FAILED)
    again = failed.exclude(kind=ACCOUNT).update(
        state=Notice.State.WAITING,
        not_before=now,
        tries=0,
        held_since=None,
        failing_since=None,
        message_id="",
        unsure=False,
        error="",
    )
    if again:
        transaction.on_commit(wake_sender, robust=True)
    return bool(again)


def cancel(notice: Notice) -> bool:
    """Let a waiting or failed notice never go out; return whether it had not, and no sender has it.

    The text of an account mail is wiped.
    """
    done_with: dict[str, Any] = {"state": Notice.State.DROPPED, "error": CANCELLED}
    if notice.kind == ACCOUNT:
        done_with["payload"] = {}
    states = [Notice.State.WAITING, Notice.State.FAILED]
    return bool(Notice.objects.filter(pk=notice.pk, state__in=states).update(**done_with))


def delete_old(before: datetime) -> int:
    """Delete what was posted before a moment and is done with; return how many notices."""
    old = Notice.objects.filter(created_at__lt=before).exclude(state__in=_OPEN)
    deleted, _by_model = old.delete()
    return deleted


def wake_sender(*, expires: float = NUDGE_LASTS) -> None:
    """Send the task that sends what is due; void after so many seconds in its queue.

    Not while the mail server rests: a sweep sees to it afterwards.
    """
    if not cache.get(_RESTS):
        current_app.send_task(SEND_MAIL, expires=expires)


def let_server_rest() -> None:
    """Wake no sender for a moment: each would wait in vain for a mail server that fails."""
    cache.set(_RESTS, True, REST)

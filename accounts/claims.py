"""Who sends what: a sender claims all that is due for one person; `fates` says what became of it.

A claim is a lease: one that is older than LEASE is taken back, for its sender has died.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from .models import Notice, User

LEASE = timedelta(minutes=5)
"""Longer than the longest dialogue with a mail server that still goes on."""
_LOOKED_AT = 50  # due notices that senders who come at once choose from

State = Notice.State


@dataclass(frozen=True, slots=True)
class Claim:
    """What one sender has in hand: all that may go to one person, or one mail to nobody's address.

    Besides what is due that is what was held back: it may go along.
    """

    user: User | None
    notices: tuple[Notice, ...]


def is_due(now: datetime) -> bool:
    """Return whether a sender would find something."""
    return _due(now).exists()


def is_anybody_sending(since: datetime) -> bool:
    """Return whether something that was claimed since then is still in hand."""
    return Notice.objects.filter(state=State.SENDING, claimed_at__gt=since).exists()


def take_back(now: datetime) -> int:
    """Let others send what a dead sender has claimed; return how many notices."""
    stale = Notice.objects.filter(state=State.SENDING, claimed_at__lte=now - LEASE)
    # A mail that was begun may have arrived.
    begun = Case(When(message_id="", then=F("unsure")), default=True)
    return stale.update(state=State.WAITING, claimed_at=None, unsure=begun)


def claim(now: datetime) -> Claim | None:
    """Claim what is due for the person who waits longest and whom no other sender has in hand."""
    due = _due(now).order_by("not_before").values_list("user_id", "pk")
    found: Iterable[tuple[int | None, int]] = due[:_LOOKED_AT]
    looked_at: set[int] = set()
    for user_id, pk in found:
        if user_id is None:
            claimed = _claim_alone(pk, now)
        elif user_id in looked_at:
            continue
        else:
            looked_at.add(user_id)
            claimed = _claim_of(user_id, now)
        if claimed is not None:
            return claimed
    return None


def _due(now: datetime) -> QuerySet[Notice]:
    in_hand = Notice.objects.filter(state=State.SENDING, user=OuterRef("user"))
    return Notice.objects.filter(~Exists(in_hand), state=State.WAITING, not_before__lte=now)


def _claim_alone(pk: int, now: datetime) -> Claim | None:
    with transaction.atomic():
        rows = Notice.objects.filter(pk=pk, state=State.WAITING)
        return _taken(None, list(rows.select_for_update(skip_locked=True)), now)


def _claim_of(user_id: int, now: datetime) -> Claim | None:
    with transaction.atomic():
        # Of two senders one gets the person, and with them all that waits for them. In SQLite the
        # whole transaction is alone.
        people = User.objects.select_for_update(skip_locked=True, no_key=True)
        user = next(iter(people.filter(pk=user_id)), None)
        rows = Notice.objects.filter(
            Q(state=State.SENDING)
            | Q(state=State.WAITING, not_before__lte=now)
            | Q(state=State.WAITING, held_since__isnull=False),
            user=user,
        )
        if user is None or rows.filter(state=State.SENDING).exists():
            return None
        return _taken(user, list(rows.select_for_update(skip_locked=True).order_by("pk")), now)


def _taken(user: User | None, notices: list[Notice], now: datetime) -> Claim | None:
    if not any(notice.not_before <= now for notice in notices):
        return None
    pks = [notice.pk for notice in notices]
    Notice.objects.filter(pk__in=pks).update(state=State.SENDING, claimed_at=now)
    for notice in notices:
        notice.state, notice.claimed_at = State.SENDING, now
    return Claim(user, tuple(notices))

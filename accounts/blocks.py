"""Blocking: who has blocked somebody is kept apart from them, both ways, until they unblock."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from .models import Block, User

MOST = 500
"""So many people somebody can keep blocked."""


class BlockRefusedError(Exception):
    """`code` says why: "block-yourself", "block-nobody" or "block-too-many"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def block(*, by: User, person_id: int, now: datetime) -> bool:
    """Keep `by` and a person apart from now on; return whether they had not blocked them before.

    Both rows are locked, in the order of their keys: whoever looks, under the lock of one of the
    two, whether they are apart is before it or after it. Raises BlockRefusedError.
    """
    if by.pk == person_id:
        raise BlockRefusedError("block-yourself")
    with transaction.atomic():
        people = User.objects.filter(pk__in=[by.pk, person_id]).order_by("pk")
        if len(people.select_for_update(no_key=True)) < 2:
            raise BlockRefusedError("block-nobody")
        mine = Block.objects.filter(blocker=by)
        if mine.filter(blocked=person_id).exists():
            return False
        if mine.count() >= MOST:
            raise BlockRefusedError("block-too-many")
        Block.objects.create(blocker=by, blocked_id=person_id, at=now)
        return True


def unblock(*, by: User, person_id: int) -> None:
    """Let a person be; they stay apart if that person has blocked `by`. Twice is no error."""
    Block.objects.filter(blocker=by, blocked=person_id).delete()


def has_blocked(user_id: int, person_id: int) -> bool:
    """Return whether the first has blocked the second."""
    return Block.objects.filter(blocker=user_id, blocked=person_id).exists()


def blocked_by(user: User) -> QuerySet[Block]:
    """Return whom `user` has blocked, the latest first, with the people."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-at", "-pk")


def are_apart(a_id: int, b_ids: Iterable[int]) -> bool:
    """Return whether a person and any of the others have blocked each other, either way: one query.

    For everything that brings people together: seats, invitations, rematches. Where they could be
    blocked at the same moment, ask under the lock of the row of `a_id`.
    """
    others = list(b_ids)
    either_way = Q(blocker=a_id, blocked__in=others) | Q(blocked=a_id, blocker__in=others)
    return Block.objects.filter(either_way).exists()


def apart_from(user_id: int) -> QuerySet[Block, int]:
    """Return the keys of all who are kept apart from a person, either way, fit for a subquery."""
    blocked = Block.objects.filter(blocker=user_id).values_list("blocked", flat=True)
    return blocked.union(Block.objects.filter(blocked=user_id).values_list("blocker", flat=True))

"""Guests who do not come back: thirty idle days, and their account goes like any other."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Game, Move, Seat
from games.play.idle import IDLE
from games.play.safely import resting, safely

from .closing import shut, trace

AT_ONCE = 200


def let_idle_guests_go(now: datetime) -> int:
    """Close the accounts of guests who have done nothing for long; return how many, at most 200.

    Days count whole, so that all guests of a day go together.
    """
    gone = 0
    for guest in _idle(now).order_by("date_joined", "pk"):
        if not resting(let_go, guest):
            gone += safely(let_go, guest, now, rests=True)
        if gone == AT_ONCE:
            break
    return gone


def let_go(guest: User, now: datetime) -> bool:
    """Close the account of a guest; return whether they are idle still and it was this call."""
    with transaction.atomic():
        traces = trace(guest)
        locked = User.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=guest.pk)
        row = locked.first()
        if row is None or not _idle(now).filter(pk=guest.pk).exists() or not traces.are_of(row):
            return False
        shut(row, traces, now)
    return True


def _idle(now: datetime) -> QuerySet[User]:
    """Return the guests who did nothing for long, and for whom no game with a clock waits.

    Who is shut out is kept as long as that lasts.
    """
    since = now.replace(hour=0, minute=0, second=0, microsecond=0) - IDLE
    seats = Seat.objects.filter(user=OuterRef("pk"))
    waiting = Q(left_at=None, game__turn_seconds__isnull=False, game__status__in=Game.UNDER_WAY)
    moved = Move.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), at__gte=since)
    lately = Q(acted_at__gte=since) | Q(joined_at__gte=since) | Exists(moved)
    return User.objects.filter(
        ~Exists(seats.filter(waiting | lately)),
        Q(last_login=None) | Q(last_login__lt=since),
        Q(suspended_until=None) | Q(suspended_until__lte=now),
        is_guest=True,
        closing_at=None,
        date_joined__lt=since,
    )

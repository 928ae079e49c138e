"""Guests who do not come back: thirty idle days, and their account goes like any other."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Game, Move, Seat
from games.play.batches import is_database_away
from games.play.idle import IDLE

from .closing import shut

logger = logging.getLogger(__name__)

AT_ONCE = 200


def let_idle_guests_go(now: datetime) -> int:
    """Close the accounts of guests who have done nothing for long; return how many, at most 200.

    Days count whole, so that all guests of a day go together.
    """
    since = now.replace(hour=0, minute=0, second=0, microsecond=0) - IDLE
    found = _idle(since, now).order_by("date_joined", "pk").values_list("pk", flat=True)
    return sum(_let_go_safely(user_id, since, now) for user_id in list(found[:AT_ONCE]))


def _let_go_safely(user_id: int, since: datetime, now: datetime) -> bool:
    try:
        return _let_go(user_id, since, now)
    except Exception as fault:  # a bug, or a row that cannot be: nobody else may suffer
        if is_database_away(fault):
            raise
        logger.exception("Left as it is: guest %s", user_id)
        return False


def _let_go(user_id: int, since: datetime, now: datetime) -> bool:
    with transaction.atomic():
        locked = User.objects.select_for_update(skip_locked=True).filter(pk=user_id).first()
        if locked is None or not _idle(since, now).filter(pk=user_id).exists():
            return False
        shut(locked, now)
    return True


def _idle(since: datetime, now: datetime) -> QuerySet[User]:
    """Return the guests who did nothing since a moment, and for whom no game with a clock waits.

    Who is shut out is kept as long as that lasts.
    """
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

"""The end of accounts that were closed: their games first, then all that is left of them."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from accounts.account_mails import keep_counting
from accounts.models import Notice, User
from games.models import Report
from games.play.after import WORK_OFF_PEOPLE, nudge
from games.play.batches import is_database_away

from .closing import LAST_MAIL
from .leaving import has_games, leave_games
from .texts import forget_reports
from .visits import forget_barred, forget_visits

logger = logging.getLogger(__name__)

GAMES_AT_ONCE = 500
"""So many games a sweep leaves at most: others wait in the same queue."""
PEOPLE_AT_ONCE = 200
_DONE = [Notice.State.SENT, Notice.State.DROPPED, Notice.State.FAILED]


def end_accounts(now: datetime) -> tuple[int, int]:
    """Leave the games of accounts that are closed, and delete those that have none any more.

    Return how many games and accounts. Safe to run twice, side by side, and again after it was
    broken off; a game or an account that fails keeps no other back. What is left over is worked off
    by the sweep that follows at once.
    """
    games, ready = 0, []
    for user in User.objects.filter(closing_at__isnull=False).order_by("closing_at", "pk"):
        if games < GAMES_AT_ONCE:
            games += leave_games(user, now, most=GAMES_AT_ONCE - games)
        if not has_games(user):
            ready.append(user.pk)
        if len(ready) == PEOPLE_AT_ONCE or games >= GAMES_AT_ONCE:
            nudge(WORK_OFF_PEOPLE)
            break
    gone = _end_all(ready, now) if ready else 0
    Notice.objects.filter(key__startswith=LAST_MAIL, state__in=_DONE).delete()
    return games, gone


def _end_all(people: Collection[int], now: datetime) -> int:
    forget_visits({*people})
    forget_barred({*people})
    return sum(_end_safely(user_id, now) for user_id in people)


def _end_safely(user_id: int, now: datetime) -> bool:
    try:
        return end(user_id, now)
    except Exception as fault:  # a bug, or a row that cannot be: nobody else may suffer
        if is_database_away(fault):
            raise
        logger.exception("Left as it is: account %s", user_id)
        return False


def end(user_id: int, now: datetime) -> bool:
    """Delete an account that is closed and has no games any more; return whether it was there."""
    closed = User.objects.filter(pk=user_id, closing_at__isnull=False)
    # Not under the lock: who decides on a report holds it and tells its people.
    for user in closed:
        forget_reports(user, now)
        Report.objects.filter(reporter=user).update(reporter=None)
        Report.objects.filter(person=user).update(person=None)
    with transaction.atomic():
        locked = closed.select_for_update().first()
        if locked is None or has_games(locked):
            return False
        keep_counting(user_id)
        locked.delete()
    return True

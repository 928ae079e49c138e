"""The end of accounts that were closed: their games first, then all that is left of them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts import audit
from accounts.account_mails import keep_counting
from accounts.models import Notice, Sanction, User
from games.play.after import WORK_OFF_PEOPLE, nudge
from games.play.moderation.locking import lock_reports
from games.play.safely import resting, safely

from .closing import LAST_MAIL
from .copies import drop_copies_naming
from .leaving import has_games, leave_games
from .loosening import loosen
from .own_reports import forget_whose

GAMES_AT_ONCE = 500
"""So many games a sweep leaves at most: others wait in the same queue."""
PEOPLE_AT_ONCE = 200
_DONE = [Notice.State.SENT, Notice.State.DROPPED, Notice.State.FAILED]


def end_accounts(now: datetime) -> tuple[int, int]:
    """Leave the games of accounts that are closed, and delete those that have none any more.

    Return how many games and accounts. Safe to run twice, side by side, and again after it was
    broken off; a game or an account that fails rests and keeps no other back. What is left over is
    worked off by the sweep that follows at once, unless nothing could be done.
    """
    games, ready, more = 0, [], False
    for user in User.objects.filter(closing_at__isnull=False).order_by("closing_at", "pk"):
        if resting(end, user):
            continue
        if games < GAMES_AT_ONCE:
            games += leave_games(user, now, most=GAMES_AT_ONCE - games)
        if not has_games(user):
            ready.append(user)
        if len(ready) == PEOPLE_AT_ONCE or games >= GAMES_AT_ONCE:
            more = True
            break
    gone = sum(safely(end, user, now, rests=True) for user in ready)
    if more and (games or gone):
        nudge(WORK_OFF_PEOPLE)
    Notice.objects.filter(key__startswith=LAST_MAIL, state__in=_DONE).delete()
    return games, gone


def end(user: User, now: datetime) -> bool:
    """Delete an account that is closed and has no games any more; return whether this call did.

    Rows are locked by key, reports before people, and of two sweeps one lets the other go on.
    """
    drop_copies_naming(user)
    forget_whose(user, now)
    audit.forget_author(user)
    loosen(user)
    with transaction.atomic():
        sanctions = Sanction.objects.filter(user=user).values("pk")
        lock_reports(Q(sanction__in=sanctions) | Q(led_to__in=sanctions))
        closed = User.objects.filter(pk=user.pk, closing_at__isnull=False)
        locked = closed.select_for_update(skip_locked=True).first()
        if locked is None or has_games(locked):
            return False
        keep_counting(user.pk)
        locked.delete()
    return True

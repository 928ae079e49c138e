"""What mails wait while their reader is shut out."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Notice, User

from .addresses import WORTH_TELLING
from .kind import Kind
from .time_left import SOON
from .timing import Drop, Until


def shut_out(user: User | None, notice: Notice, kind: Kind, now: datetime) -> Drop | Until | None:
    """Return what keeps a mail from somebody who is suspended, until they may play again.

    Kinds without a choice always come: those about the account and what was decided. What grows old
    meanwhile loses its worth; what waits for them in the end is told once their clocks run on. Once
    a pause is over, games that cannot follow yet hold back their own mails alone.
    """
    if user is None or not kind.label:
        return None
    if user.is_suspended(now):
        old = notice.created_at + WORTH_TELLING
        if old <= now:
            return Drop("the reader is suspended for too long")
        return Until(min(old, user.suspended_until or old))
    if user.paused_until is None:
        return None
    if user.games_behind and notice.payload.get("game") not in user.games_behind:
        return None
    return Until(now + SOON)  # a sweep is about to let the clock run on

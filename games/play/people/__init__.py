"""What touches both a person and their games: taking their data along, leaving the site."""

from __future__ import annotations

from datetime import datetime

from accounts.models import HeldName

from .accounts import end_accounts
from .export import delete_old, make_exports
from .guests import let_idle_guests_go
from .visits import forget_the_gone

__all__ = ["forget_the_gone", "sweep"]


def sweep(now: datetime) -> dict[str, int]:
    """Make the exports asked for, let go of idle guests, end the accounts that go.

    Names that nobody holds are free again once their year is over.
    """
    made, deleted = make_exports(now), delete_old(now)
    let_idle_guests_go(now)
    left, gone = end_accounts(now)
    HeldName.objects.forget_nobodys(now)
    return {
        "exports made": made,
        "exports deleted": deleted,
        "games left": left,
        "accounts ended": gone,
    }

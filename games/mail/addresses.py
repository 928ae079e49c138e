"""Whether a notice may be sent to the address that its person has."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Notice, User

from .timing import Drop, Until

LOOKED_AT = timedelta(days=1)
"""An address that cannot be used is looked at so often, and at once when its person proves one."""
WORTH_TELLING = timedelta(days=30)
"""What is older has lost its worth when an address can be used again."""


def obstacle(user: User | None, notice: Notice, now: datetime) -> Drop | Until | None:
    """Return what is in the way of mail to `user`, if anything is.

    A notice that brings an address of its own goes there, whatever became of it before: that is how
    addresses are proven.
    """
    if "to" in notice.payload:
        return None
    if user is None or not user.email:
        return Drop("nobody's address")
    if not user.is_active:
        return Drop("the account is closed")
    if user.email_proven_at is None:
        why = "the address is not proven"
    elif user.refused_address == user.email:
        why = "the address was refused"
    else:
        return None
    if now - notice.created_at > WORTH_TELLING:
        return Drop(f"{why} for too long")
    return Until(now + LOOKED_AT)

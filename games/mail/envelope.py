"""The sender on the envelope of a mail: where it comes back to when it cannot be delivered."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import EmailMessage

from accounts.models import User

from .by_mail import bounce_address


def let_return(message: EmailMessage, user: User | None) -> None:
    """Let a mail to the proven address of `user` come back to an address that names them.

    Who reads it sees the same sender as ever. Providers have ways of their own to tell of bounces,
    and take no such address.
    """
    if not settings.BOUNCES_BY_ENVELOPE or user is None or user.email_proven_at is None:
        return
    address = bounce_address(user)
    if address and message.to == [user.email]:
        message.extra_headers["From"] = message.from_email
        message.from_email = address


def let_return_to_author(message: EmailMessage) -> bool:
    """Undo `let_return`, for a mail server that takes no such address; False if nothing was done.

    It may take mail of one sender alone: better that one than no mail at all.
    """
    author = message.extra_headers.pop("From", None)
    if author is None:
        return False
    message.from_email = author
    return True

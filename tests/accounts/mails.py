"""The mails of the site, as they arrive."""

from __future__ import annotations

from django.core import mail
from django.core.mail import EmailMessage

from games.mail.sender import drain


def mails() -> list[EmailMessage]:
    """All mails so far; what waits in the outbox is sent first."""
    drain()
    return mail.outbox

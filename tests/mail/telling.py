"""What people are told: looking at their notices, and the mails made of them."""

from __future__ import annotations

from datetime import datetime

from django.core.mail import EmailMultiAlternatives

from accounts.models import Notice, User
from games.mail.kind import Later, Told, Untrue
from games.mail.kinds import KINDS
from games.mail.render import message_for


def notice_of(user: User, kind: str) -> Notice:
    """The latest notice of this kind to `user`."""
    return Notice.objects.filter(user=user, kind=kind).latest("pk")


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """What is true of it now."""
    return KINDS[notice.kind].look(notice, now)


def mail(*notices: Notice, now: datetime) -> EmailMultiAlternatives:
    """The mail that tells all of them; each must be true."""
    told = []
    for notice in notices:
        found = look(notice, now)
        assert isinstance(found, Told), found
        told.append((notice, KINDS[notice.kind], found))
    return message_for(notices[0].user, told, now)


def html_of(message: EmailMultiAlternatives) -> str:
    """Its HTML part."""
    [part] = message.alternatives
    return str(part.content)

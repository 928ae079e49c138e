"""Names of mails and threads: the same whenever they are made again."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import Notice

_REPEATABLE = re.compile(r"<[!-;=?-~]{1,248}>")  # ASCII that can be seen, without angle brackets


def message_id(notice: Notice) -> str:
    """Return the Message-ID of the mail that tells `notice`: a mail sent twice has one."""
    mac = salted_hmac("games.mail.message_ids", str(notice.pk)).hexdigest()[:8]
    return f"<notice-{notice.pk}.{mac}@{settings.SITE_HOST}>"


def is_of_notice(name: str) -> bool:
    """Return whether a Message-ID is like those of our mails, made here or not."""
    return name.startswith("<notice-") and name.endswith(f"@{settings.SITE_HOST}>")


def thread_id(code: str, user_id: int) -> str:
    """Return what all mails to one person about the game of this code answer."""
    return f"<game-{code}.{user_id}@{settings.SITE_HOST}>"


def can_be_repeated(name: str) -> bool:
    """Return whether the Message-ID of a mail can stand in a head of ours: RFC 5322, 3.6.4."""
    return _REPEATABLE.fullmatch(name) is not None

"""What of a mail is true at this moment, in words; a fault in one kind keeps no other back."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.mail import EmailMultiAlternatives
from django.db import InterfaceError, OperationalError

from accounts import fates
from accounts.models import Notice, User

from .envelope import let_return
from .kind import Later, Told, Untrue
from .message_ids import message_id
from .plan import Mail
from .reader import in_words_of
from .render import message_for
from .several import Entry

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError)
"""The database is away: nobody's fault, and nothing can be noted."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail ready to be sent, its name, and the notices that it tells."""

    message: EmailMultiAlternatives
    name: str  # its Message-ID
    notices: list[Notice]


def look(user: User | None, mail: Mail, now: datetime) -> list[Entry]:
    """Return what is true now; what is not, or not yet, is dropped or put back."""
    told = []
    for notice, kind in mail:
        try:
            with in_words_of(user):
                found = kind.look(notice, now)
        except AWAY:
            raise
        except Exception as error:
            _blame(notice, error, now)
            continue
        match found:
            case Told():
                told.append((notice, kind, found))
            case Later(until):
                fates.wait_for([notice], until)
            case Untrue(why):
                fates.drop([notice], why)
    return told


def write(user: User | None, told: Sequence[Entry], now: datetime) -> list[Letter]:
    """Return one letter that tells everything; where that fails, one for each that can be told."""
    if not told:
        return []
    first = told[0][0]
    try:
        return [_letter(user, told, first.message_id or message_id(first), now)]
    except AWAY:
        raise
    except Exception as error:
        if len(told) == 1:
            _blame(first, error, now)
            return []
        logger.exception("A mail of %s is sent in parts", ", ".join(each[0].key for each in told))
    return [letter for entry in told for letter in _alone(user, entry, now)]


def _alone(user: User | None, entry: Entry, now: datetime) -> list[Letter]:
    try:
        return [_letter(user, [entry], message_id(entry[0]), now)]
    except AWAY:
        raise
    except Exception as error:
        _blame(entry[0], error, now)
        return []


def _letter(user: User | None, told: Sequence[Entry], name: str, now: datetime) -> Letter:
    message = message_for(user, told, now)
    message.extra_headers["Message-ID"] = name
    let_return(message, user)
    message.message()  # what cannot be sent shows here, not in the middle of a dialogue
    return Letter(message, name, [notice for notice, _kind, _told in told])


def _blame(notice: Notice, error: Exception, now: datetime) -> None:
    logger.exception("Mail %s cannot be written", notice.key)
    fates.blame([notice], f"{type(error).__name__}: {error}", now)

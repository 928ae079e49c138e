"""A form that makes something makes it once, however often it is sent.

Each such form carries a number of its own. The first sending leaves a note under that number: who
made what; the others read it. The notes lie in the session table, which has a unique key and an
end date, also where no cache is shared by the processes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

NOTE_KEPT = timedelta(seconds=30)  # sent again later, a form means what it says
NUMBER_BYTES = 16  # nobody guesses the number of another's form: it tells who they are
NUMBER_LENGTHS = range(20, 41)


class Made(NamedTuple):
    """What a form has made: by whom, and where it is to be seen."""

    person: int
    address: str


def form_number() -> str:
    """Return a number for one form on one page."""
    return secrets.token_urlsafe(NUMBER_BYTES)


def make_once(
    number: str,
    *,
    asked: str,
    now: datetime,
    make: Callable[[], Made],
    kept: timedelta = NOTE_KEPT,
) -> Made:
    """Return what `make` makes, or what it made when the same form was sent before: `kept` ago.

    `asked` says who sends it and what they chose: another choice is another form. All that `make`
    writes is written in one transaction with the note; what it raises is passed on. A form without
    a number of the proper length counts as sent for the first time.
    """
    key = _key(number if len(number) in NUMBER_LENGTHS else form_number(), asked)
    try:
        with transaction.atomic():
            Session.objects.filter(pk=key, expire_date__lt=now).delete()
            note = Session.objects.create(pk=key, session_data="", expire_date=now + kept)
            made = make()
            note.session_data = Session.objects.encode(made._asdict())
            note.save(update_fields=["session_data"])
            return made
    except IntegrityError:
        # Only now the first sending is surely committed: the unique key has waited for it.
        sent_before = Session.objects.filter(pk=key).first()
        if sent_before is None:
            raise
        return Made(**sent_before.get_decoded())


def _key(number: str, asked: str) -> str:
    digest = salted_hmac("games.once", f"{number}|{asked}", algorithm="sha256")
    return digest.hexdigest()[:40]

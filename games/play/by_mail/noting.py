"""Mails that are not looked at, of which the seat's own person is told once in a turn."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from django.db import IntegrityError, transaction

from games.models import ReceivedMail, Seat

from .answering import post_answer
from .holding import hold_person
from .letter import Outcome

_Why = ReceivedMail.Why
TOLD_ONCE = (_Why.STRANGER, _Why.UNCHECKED, _Why.TOO_LARGE)
"""Whys of mails that anybody can send in any number: one row and one answer a turn for each."""


def note_once(
    *, seat: Seat, turn: str, why: str, message_id: str = "", subject: str = "", now: datetime
) -> Outcome:
    """Tell the person of `seat` that a mail came and why it was not looked at, once in this turn.

    `seat` is fresh, with its game and user. It goes to their own address, whoever sent the mail.
    """
    person = seat.user
    if person is None:
        return Outcome.IGNORED
    digest = sha256(f"{why}:{seat.pk}:{turn}".encode()).hexdigest()
    once = ReceivedMail.objects.filter(user=person, digest=digest)
    if once.exists():
        return Outcome.SILENT
    try:
        with transaction.atomic():
            if not hold_person(person.pk, email=person.email, since=person.plays_by_mail_since):
                return Outcome.IGNORED
            received = ReceivedMail.objects.create(
                seat=seat,
                user=person,
                turn=turn,
                digest=digest,
                message_id=message_id,
                subject=subject,
                at=now,
                why=why,
            )
            post_answer(received, seat, now)
    except IntegrityError:
        if not once.exists():
            raise
        return Outcome.SILENT
    return Outcome.ANSWERED

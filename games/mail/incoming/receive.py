"""What becomes of one raw message, whatever inlet it came through."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from traceback import format_tb

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError

from games.mail.by_mail import Held, own_part
from games.mail.message_ids import is_of_notice
from games.mail.reader import in_words_of
from games.models import ReceivedMail
from games.play.by_mail.acting import carry_out
from games.play.by_mail.letter import Letter, may_play_by_mail
from games.play.by_mail.noting import note_once

from .destinations import are_several, held_by_all, takes_reports
from .letter import IncomingMail
from .orders import read_orders
from .read import read_mail, recipients_in
from .reports import take_report
from .trust import is_vouched_for
from .vocabulary import plain

logger = logging.getLogger(__name__)

FAILED = "failed"
"""What is said of a message that a fault of ours kept from being dealt with; nothing changed."""
AUTOMATIC = "ignored: automatic"
NOT_OURS = "ignored: not ours"
NOWHERE = "REPLY_ADDRESS is not set: no mail says where answers go, so none is taken in."
_FIRST_SIGNS = 1_000
_Why = ReceivedMail.Why


class NoReplyAddressError(ImproperlyConfigured):
    """No address is ours, so that every mail would be taken to be none of ours and lost."""


def receive(raw: bytes, *, recipients: Sequence[str] = (), now: datetime, cut: bool = False) -> str:
    """Do what a message orders; return a word or two for logs, without addresses or text.

    `recipients`: where the envelope says it goes. `cut`: `raw` is only the beginning of it, and the
    rest was left out. Raises OperationalError or InterfaceError when the database is away or
    something else was in the way, NoReplyAddressError when no address is ours: nothing has
    changed, and the message is to come again. All other faults are logged, and FAILED is returned.
    """
    if not settings.REPLY_ADDRESS:
        raise NoReplyAddressError(NOWHERE)
    held: Held | None = None
    try:
        # Anybody can send anything: what came to no address that is live is not read.
        ours = [each for each in recipients_in(raw, recipients) if own_part(each)]
        all_held = held_by_all(ours)
        held = all_held[0] if all_held else None
        if held is None and not takes_reports(ours):
            said = NOT_OURS
        else:
            mail = read_mail(raw, recipients=recipients, cut=cut)
            said = _deal_with(mail, all_held, now)
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:  # a bug: no inlet may stumble over it
        # Without its message, which may repeat what stands in the mail.
        traceback = "".join(format_tb(fault.__traceback__))
        logger.error("A mail could not be dealt with: %s\n%s", type(fault).__name__, traceback)
        said = FAILED
    where = (held.seat.game.code, held.seat.number) if held else ("-", "-")
    logger.info("A mail: %s; game %s, seat %s", said, *where)
    return said


def _deal_with(mail: IncomingMail, all_held: Sequence[Held], now: datetime) -> str:
    """Return what came of a mail to an address of ours."""
    if mail.report is not None:
        return take_report(mail)
    if mail.automatic:
        return AUTOMATIC
    if not all_held or not may_play_by_mail(all_held[0].user):
        return NOT_OURS
    return _take(mail, all_held[0], now, to_several=are_several(all_held))


def _take(mail: IncomingMail, held: Held, now: datetime, *, to_several: bool) -> str:
    """Do what a mail to a seat's reply address orders, if it is by the seat's own person."""
    sender = held.user.email.lower()
    if mail.senders != (sender,):
        return _note(_Why.STRANGER, held, now)
    if not is_vouched_for(mail.checks, sender):
        return _note(_Why.UNCHECKED, held, now)
    if mail.too_large:
        return _note(_Why.TOO_LARGE, held, now, of=mail)
    with in_words_of(held.user):
        reading = read_orders(mail.text, name=held.user.name)
    letter = Letter(
        sender=sender,
        digest=mail.digest,
        message_id=mail.message_id,
        answers=tuple(filter(is_of_notice, mail.answers)),
        subject=mail.subject,
        is_empty=not plain(mail.text.strip()[:_FIRST_SIGNS]),
        orders=reading.orders,
        wants=reading.wants,
        alone=reading.alone,
        to_several=to_several,
    )
    return carry_out(
        game_id=held.seat.game_id,
        seat=held.seat.number,
        user_id=held.user.pk,
        since=held.user.plays_by_mail_since,
        turn=held.turn,
        letter=letter,
        now=now,
    )


def _note(why: str, held: Held, now: datetime, *, of: IncomingMail | None = None) -> str:
    """Tell the seat's own person, whoever sent it; nothing that a stranger wrote gets into it."""
    said = note_once(
        seat=held.seat,
        turn=held.turn,
        why=why,
        message_id=of.message_id if of else "",
        subject=of.subject if of else "",
        now=now,
    )
    return f"{why}: {said}"

"""Delivery reports: what they say, and whose address they give up."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from email.message import Message
from itertools import islice

from accounts.models import User
from games.mail.by_mail import bounced_by, held_by_reply, own_part
from games.mail.nobody import says_nobody
from games.mail.refused import mark_refused

from .delivery_status import TYPES, recipients_in
from .letter import IncomingMail, Report
from .parameters import kind_of, parameter
from .plain_bounces import is_of_server, plain_bounce

logger = logging.getLogger(__name__)

_MOST_TOKENS = 3
"""So many addresses of ours are looked up: a report comes to one."""
_UNREADABLE = Report("", False, 0, "")


def report_of(message: Message) -> Report | None:
    """Return what a delivery report says; None if the mail is none. It never raises.

    Of several recipients the one that speaks least for a missing mailbox stands for all: a mail of
    ours goes to one address, and where it reached somebody behind that, nothing failed.
    """
    try:
        return _report_of(message)
    except Exception:  # the email package raises what it likes for what is malformed
        logger.warning("A delivery report cannot be read", exc_info=True)
        return _UNREADABLE


def take_report(mail: IncomingMail) -> str:
    """Mark the address that a report gives up, as if its server had refused it while sending.

    It counts when it came to an address that only mails to that person bear, and speaks of the
    address that they have now. Returns a word for logs.
    """
    report = mail.report
    if report is None:
        return "ignored: no report"
    user = _sent_to(mail, report)
    if user is None:
        return "ignored: report not ours"
    if not report.failed or not says_nobody(report.code, report.said):
        return "ignored: report of another failure"
    mark_refused(user, user.email, f"{report.code} {report.said}")
    return "bounced"


def _sent_to(mail: IncomingMail, report: Report) -> User | None:
    """Return whose address the report is about."""
    nameless = not report.recipient and not report.original
    ours = (address for address in mail.recipients if own_part(address))
    for address in islice(ours, _MOST_TOKENS):
        user = bounced_by(address)
        if user is not None and (nameless or report.speaks_of(user.email)):
            return user
        held = held_by_reply(address)
        if held is not None and report.speaks_of(held.user.email):
            return held.user
    return None


def _report_of(message: Message) -> Report | None:
    is_report = kind_of(message) == "multipart/report"
    found = [each for part in _status_parts(message) for each in recipients_in(part)]
    if found and (is_report or is_of_server(message)):
        mildest = next((each for each in found if not says_nobody(each.code, each.said)), found[0])
        if all(each.failed for each in found):
            return mildest
        return Report(mildest.recipient, False, mildest.code, mildest.said, mildest.original)
    bounce = plain_bounce(message)
    if bounce is None and is_report and parameter(message, "report-type") == "delivery-status":
        return _UNREADABLE
    return bounce


def _status_parts(message: Message) -> Iterator[Message]:
    """Yield the parts that report; those within a mail that is attached are about other mails."""
    kind = kind_of(message)
    if kind in TYPES:
        yield message
    elif kind.startswith("multipart/") and message.is_multipart():
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _status_parts(part)

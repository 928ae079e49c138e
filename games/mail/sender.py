"""Sending: one person after the other until nothing is due, over one connection."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPSenderRefused

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.utils import timezone

from accounts import claims, fates
from accounts.claims import Claim
from accounts.models import Notice, User
from accounts.outbox import let_server_rest

from .addresses import LOOKED_AT
from .envelope import let_return_to_author
from .failures import Failure, Fault, failure_of
from .plan import Mail, mails_for, parts
from .refused import mark_refused
from .writing import AWAY, Letter, look, write

logger = logging.getLogger(__name__)

LONGEST = timedelta(seconds=20)
"""So long a run goes on at most: other tasks wait in the same queues."""
ONCE_MORE = timedelta(hours=1)
"""A mail that brings its own address, to be proven by it, is tried so often while it is of use."""
Clock = Callable[[], datetime]


@dataclass(slots=True)
class Run:
    """What came of it."""

    mails: int = 0  # that the mail server took
    notices: int = 0  # that they told
    refused: int = 0  # mails that the mail server did not take, for what is wrong with them
    stopped: str = ""  # why the mail server takes none at all
    one_sender: bool = False  # it takes mails of the site's own address alone


def drain(*, clock: Clock = timezone.now) -> Run:
    """Send what is due, one person after the other, until nothing is, or the mail server fails."""
    began = clock()
    claims.take_back(began)
    run = Run()
    with _mail_server() as server:
        while not run.stopped and clock() - began < LONGEST:
            claim = claims.claim(clock())
            if claim is None:
                break
            _serve_or_blame(claim, server, clock, run)
    if run.stopped:
        logger.warning("Mail waits: %s", run.stopped)
        let_server_rest()
    return run


@contextmanager
def _mail_server() -> Iterator[BaseEmailBackend]:
    server = get_connection()
    try:
        yield server
    finally:
        _hang_up(server)


def _serve_or_blame(claim: Claim, server: BaseEmailBackend, clock: Clock, run: Run) -> None:
    """Send a person what goes out now; a fault of ours keeps back what it is about, and no more."""
    try:
        _serve(claim, server, clock, run)
    except AWAY:
        raise
    except Exception as error:
        logger.exception("The mails of one person could not be sent")
        alone = parts(claim)
        if len(alone) == 1:
            fates.blame(claim.notices, f"{type(error).__name__}: {error}", clock())
            return
        for part in alone:
            if run.stopped:
                fates.retry(part.notices, run.stopped, clock())
            else:
                _serve_or_blame(part, server, clock, run)


def _serve(claim: Claim, server: BaseEmailBackend, clock: Clock, run: Run) -> None:
    """Send a person what goes out now; when the mail server fails, all of it waits alike."""
    mails = mails_for(claim, clock())
    for number, mail in enumerate(mails):
        _send(mail, claim.user, server, clock, run)
        if run.stopped:
            left = [notice for other in mails[number + 1 :] for notice, _kind in other]
            fates.retry(left, run.stopped, clock())
            return


def _send(mail: Mail, user: User | None, server: BaseEmailBackend, clock: Clock, run: Run) -> None:
    """Look at what is true once the line stands, and hand it over."""
    try:
        server.open()
    except Exception as error:
        run.stopped = failure_of(error).why
        fates.retry([notice for notice, _kind in mail], run.stopped, clock())
        return
    now = clock()
    letters = write(user, look(user, mail, now), now)
    for number, letter in enumerate(letters):
        if not fates.begin(letter.notices, letter.name, clock()):
            logger.warning("Mail %s was too slow: another sender has it.", letter.name)
            fates.release(letter.notices)
            continue
        failure = _hand_over(letter, server, run)
        if failure is None:
            _mark_sent(letter.notices, clock())
            run.mails += 1
            run.notices += len(letter.notices)
        else:
            _failed(letter, failure, user, clock(), run)
        if run.stopped:
            left = [notice for other in letters[number + 1 :] for notice in other.notices]
            fates.retry(left, run.stopped, clock())
            return


def _hand_over(letter: Letter, server: BaseEmailBackend, run: Run) -> Failure | None:
    """Send it; after a failure that leaves the dialogue in disorder the line is cut."""
    try:
        if _submit(letter, server, run):
            return None
        failure = Failure(Fault.MAIL, "it goes to nobody")
    except Exception as error:
        failure = failure_of(error)
        if failure.fault is Fault.MAIL:
            logger.exception("Mail %s was not taken", letter.name)
    if failure.fault in (Fault.MAIL, Fault.SERVER):
        _hang_up(server)
    return failure


def _submit(letter: Letter, server: BaseEmailBackend, run: Run) -> int:
    """Send it, under the site's own address where the mail server insists on that."""
    if run.one_sender:
        let_return_to_author(letter.message)
    try:
        return server.send_messages([letter.message]) or 0
    except SMTPSenderRefused as error:
        if error.smtp_code < 500 or not let_return_to_author(letter.message):
            raise
        logger.warning("No bounces come in: the mail server takes no sender of REPLY_ADDRESS")
        run.one_sender = True
        return server.send_messages([letter.message]) or 0


def _failed(letter: Letter, failure: Failure, user: User | None, now: datetime, run: Run) -> None:
    match failure.fault:
        case Fault.SERVER:
            run.stopped = failure.why
            fates.retry(letter.notices, failure.why, now, unsure=failure.unsure)
        case Fault.LATER:
            fates.retry(letter.notices, failure.why, now, one_address=True)
        case Fault.ADDRESS:
            if user is not None:
                mark_refused(user, ", ".join(letter.message.to), failure.why)
            its_own = any("to" in notice.payload for notice in letter.notices)
            fates.pause(letter.notices, now + (ONCE_MORE if its_own else LOOKED_AT), failure.why)
        case Fault.MAIL:
            fates.blame(letter.notices, failure.why, now)
    if failure.fault is not Fault.SERVER:
        run.refused += 1


def _mark_sent(notices: Sequence[Notice], now: datetime) -> None:
    """Note it, on a second connection if need be: what is not noted is sent again."""
    try:
        fates.mark_sent(notices, now)
    except AWAY:
        connection.close()
        fates.mark_sent(notices, now)


def _hang_up(server: BaseEmailBackend) -> None:
    with suppress(Exception):  # the mails are with the server, or will be sent again
        server.close()

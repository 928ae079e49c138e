"""Reading the mailbox that answers come to: each message is dealt with, then moved out of the way.

Whoever is stopped in between reads a message again, which does nothing twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from games.models import Mailbox

from .imap import REFUSED, TROUBLE, Box, opened
from .inlet import AWAY
from .kept import KEPT
from .letter import MOST_BYTES
from .mailbox_trouble import in_words
from .receive import FAILED, NOWHERE, receive

logger = logging.getLogger(__name__)

READ, BROKEN = "Drako read", "Drako failed"
"""Folders beside INBOX: of what was dealt with, and of what a fault of ours kept from that."""
LONGEST = timedelta(seconds=20)
"""So long a run goes on at most: other sweeps wait in the same queue."""
MOST_AT_ONCE = 500  # messages
MOST_LEFT = 3  # messages that the database took not, after which it is away
BETWEEN_EMPTYINGS = 3600  # seconds
_ROW = 1
Clock = Callable[[], datetime]


@dataclass(slots=True)
class Run:
    """What came of it."""

    read: int = 0  # messages that were dealt with
    broken: int = 0  # that a fault of ours kept from it
    trouble: str = ""  # why the mailbox could not be read, or not all of it


def read_mailbox(*, clock: Clock = timezone.now) -> Run:
    """Deal with what lies in the mailbox, the oldest first, and note how that went.

    Raises what the database raises while it is away: messages stay where they are. If that befalls
    one of them alone, the others are dealt with before.
    """
    run = Run()
    if settings.REPLY_ADDRESS:
        _read_it(clock, run)
    else:  # all that lies there would be taken to be none of ours
        run.trouble = NOWHERE
    if run.trouble:
        _note_trouble(run.trouble, clock())
    else:
        _note_success(clock())
    return run


def _read_it(clock: Clock, run: Run) -> None:
    try:
        with opened() as box:
            _read_all(box, clock, run)
            if not run.trouble:
                _empty_at_times(box, clock())
    except TROUBLE as error:
        run.trouble = in_words(error)


def _read_all(box: Box, clock: Clock, run: Run) -> None:
    began = clock()
    left: list[Exception] = []
    for number in box.numbers()[:MOST_AT_ONCE]:
        if clock() - began >= LONGEST or len(left) == MOST_LEFT:
            break
        raw = box.message(number)
        if raw is None:
            continue
        try:
            said = receive(raw[:MOST_BYTES], now=clock(), cut=len(raw) > MOST_BYTES)
        except AWAY as error:
            left.append(error)
            if not connection.in_atomic_block:  # it may be lost, while the next one would do
                connection.close_if_unusable_or_obsolete()
            continue
        run.read += said != FAILED
        run.broken += said == FAILED
        try:
            box.move(number, BROKEN if said == FAILED else READ)
        except REFUSED as error:  # one that cannot be moved keeps no other from being read
            run.trouble = in_words(error)
    if left:
        raise left[0]


def _empty_at_times(box: Box, now: datetime) -> None:
    """People's mails are kept no longer than an operator needs to look into what went wrong."""
    if cache.add("mailbox-emptied", True, BETWEEN_EMPTYINGS):
        for name in (READ, BROKEN):
            box.empty(name, now - KEPT)


def _note_success(now: datetime) -> None:
    failing = Mailbox.objects.filter(pk=_ROW, failing_since__isnull=False).exists()
    Mailbox.objects.update_or_create(
        pk=_ROW, defaults={"read_at": now, "failing_since": None, "why": ""}
    )
    if failing:
        logger.warning("The mailbox can be read again.")


def _note_trouble(why: str, now: datetime) -> None:
    """The log tells it once, for as long as it is the same trouble."""
    row, _made = Mailbox.objects.get_or_create(pk=_ROW)
    if row.why != why:
        logger.warning("The mailbox cannot be read: %s", why)
    Mailbox.objects.filter(pk=_ROW).update(failing_since=row.failing_since or now, why=why)

"""What the play layer is told of a mail, and what it says came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from accounts.models import User

from .order import Order


class Outcome(StrEnum):
    """In a word or two, for logs."""

    PLAYED = "played"  # at least one order was done
    ANSWERED = "answered"  # none was, and its person is told
    SILENT = "not answered"  # none was, and its person was told often enough
    SEEN = "seen before"
    IGNORED = "ignored: not theirs any more"


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail of somebody who is known to be its sender."""

    sender: str  # their address, lower case
    digest: str  # 64 hexadecimal digits; what it does is done once
    message_id: str  # for the answer's thread, at most 250 characters; "" if it has none
    orders: tuple[Order, ...]
    wants: str = ""  # one of ReceivedMail.Wants


def may_play_by_mail(person: User) -> bool:
    """Return whether somebody can play from the mail at all, suspended or not."""
    gone = person.closing_at is not None or not person.is_active or person.is_guest
    return not gone and person.plays_by_mail_since is not None

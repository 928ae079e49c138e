"""What the play layer is told of a mail, and what it says came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from accounts.models import User

from .order import RESIGN, Order


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
    alone: bool = False  # nothing but its orders stands in it
    to_several: bool = False  # it went to other games of its sender as well
    is_empty: bool = False  # nothing at all stands in it
    subject: str = ""  # one line, at most 200 characters
    answers: tuple[str, ...] = ()  # which mails of ours it says that it answers: Message-IDs

    @property
    def only_resigns(self) -> bool:
        """Whether nothing stands in it but that its author resigns."""
        return self.alone and not self.wants and [each.verb for each in self.orders] == [RESIGN]


def may_play_by_mail(person: User) -> bool:
    """Return whether somebody can play from the mail at all, suspended or not.

    An address that mails did not reach is one from which they may come all the same.
    """
    gone = person.closing_at is not None or not person.is_active or person.is_guest
    proven = person.email != "" and person.email_proven_at is not None
    return not gone and proven and person.plays_by_mail_since is not None

"""A raw message as far as it counts."""

from __future__ import annotations

from dataclasses import dataclass

MOST_BYTES = 2_000_000
"""Of a larger message only the head is read."""


@dataclass(frozen=True, slots=True)
class Report:
    """A delivery report: what became of a mail of ours."""

    recipient: str  # whose mailbox it speaks of, lower case; "" if it does not say
    failed: bool  # for good
    code: int  # of the SMTP answer it repeats, else 550 for a failure
    said: str  # that answer, enhanced status code first: "5.1.1 no such user"
    original: str = ""  # whose mailbox the mail was sent to before it was forwarded, if it tells

    def speaks_of(self, address: str) -> bool:
        """Return whether it names this address."""
        return address != "" and address.lower() in (self.recipient, self.original)


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """One message. What it says of itself is not to be trusted."""

    senders: tuple[str, ...]  # the address of its From, small letters; none if it is nobody's
    recipients: tuple[str, ...]  # where it may have come to: the envelope's first, then its head's
    message_id: str  # as it can stand in a head of ours; "" if it has none that could
    answers: tuple[str, ...]  # what its In-Reply-To names: five Message-IDs at most
    subject: str  # decoded: one line that can be read, at most 200 characters
    digest: str  # 64 hexadecimal digits: of its Message-ID, else of the message
    automatic: bool  # made by a program, sent to many, or come back: never to be answered
    too_large: bool
    text: str  # what its author wrote, without what is quoted; "" if too large
    checks: tuple[str, ...]  # its Authentication-Results, the latest first
    report: Report | None

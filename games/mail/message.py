"""The mail as a message."""

from __future__ import annotations

from email.header import Header
from typing import Any

from django.core.mail import EmailMultiAlternatives


class Message(EmailMultiAlternatives):
    """A mail whose subject begins on its own line, and is read as it was written.

    Django folds an encoded subject without counting the header's name, so that a long one begins
    with an empty line; and it leaves alone what looks encoded, though it is part of a name.
    """

    def message(self, **how: Any) -> Any:
        """Return the message with its subject encoded anew where it needs to be."""
        made = super().message(**how)
        subject = str(self.subject)
        if not subject.isascii() or "=?" in subject:
            encoded = Header(subject, "utf-8", header_name="Subject").encode()
            made.replace_header("Subject", encoded)
        return made

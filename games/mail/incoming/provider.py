"""Mails that a provider posts to the site, as django-anymail tells of them."""

from __future__ import annotations

from email import policy
from typing import Any

from django.utils import timezone

from .inlet import take_in

_AS_IT_CAME = policy.default.clone(refold_source="none")


def receive_from_provider(*, event: Any, **kwargs: Any) -> None:
    """Deal with one message; what is raised makes the provider send it again.

    What a provider says of SPF and DKIM elsewhere than in a header of the message is not looked at.
    """
    message = event.message
    if message is None:
        return
    recipient = message.envelope_recipient
    take_in(_raw(message), recipients=[recipient] if recipient else [], now=timezone.now())


def _raw(message: Any) -> bytes:
    """Return the message as it came, as far as it can be written: some heads cannot be folded."""
    try:
        return bytes(message.as_bytes(policy=_AS_IT_CAME))
    except Exception:  # what the writer raises for a malformed message is not known
        text: str = message.as_string(policy=policy.compat32)
        return text.encode("utf-8", "replace")

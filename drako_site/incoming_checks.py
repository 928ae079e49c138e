"""Settings of mail that comes in, as far as they cannot work, each with a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

OWN_PART = 50  # signs that stand for the * at most
LOCAL_PART = 64  # signs before the @ that every mail server takes
LEAST_SECRET = 16
REPLY_ADDRESS = "play+*@drako.example, or *@play.drako.example if all of a domain comes in."
SECRET = re.compile(rf"[^:\s]+:\S{{{LEAST_SECRET},}}")


def incoming_mail() -> Iterable[CheckMessage]:
    """Return what is wrong with where answers go, and with how they come in."""
    if settings.REPLY_ADDRESS:
        problem = _problem_of(settings.REPLY_ADDRESS)
        if problem:
            yield Error(f"REPLY_ADDRESS: {problem}", hint=REPLY_ADDRESS, id="drako.E009")
    inlets = [name for name in ("MAILBOX", "MAIL_WEBHOOK_SECRET") if getattr(settings, name)]
    if inlets and not settings.REPLY_ADDRESS:
        written = " and ".join(inlets).replace("MAILBOX", "IMAP_URL")
        yield Error(
            f"{written} without REPLY_ADDRESS: no mail says where answers go.",
            hint=f"REPLY_ADDRESS is what comes in there: {REPLY_ADDRESS}",
            id="drako.E010",
        )
    if settings.MAIL_WEBHOOK_SECRET and not SECRET.fullmatch(settings.MAIL_WEBHOOK_SECRET):
        # It is a password, so the sentence does not repeat it.
        yield Error(
            "MAIL_WEBHOOK_SECRET: It is not user:password,"
            f" with a password of {LEAST_SECRET} signs at least.",
            hint="post:RANDOM, and the webhook of the provider https://post:RANDOM@drako.example/…",
            id="drako.E011",
        )


def _problem_of(address: str) -> str:
    local, _, domain = address.rpartition("@")
    if local.count("*") != 1 or "*" in domain:
        return f"{address!r} has not exactly one *, before the @."
    if len(local) - 1 > LOCAL_PART - OWN_PART:
        return (
            f"{address!r} is too long: {OWN_PART} signs stand for the *,"
            f" so there is room for {LOCAL_PART - OWN_PART} others before the @."
        )
    try:
        validate_email(f"{local.replace('*', 'r-1-1-a')}@{domain}")
    except ValidationError:
        return f"{address!r} is not a mail address."
    if not address.isascii():
        return f"{address!r} has signs that not every mail server takes."
    return ""

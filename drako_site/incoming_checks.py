"""Settings of mail that comes in, as far as they cannot work, each with a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

OWN_PART = 50  # signs that stand for the * at most
LOCAL_PART = 64  # signs before the @ that every mail server takes
LEAST_SECRET = 16
REPLY_ADDRESS = "play+*@drako.example, or *@play.drako.example if all of a domain comes in."
SECRET = re.compile(rf"[\w.~-]+:[\w.~-]{{{LEAST_SECRET},}}", re.ASCII)
"""Signs that may stand in a URL as they are."""
SERVER_NAME = re.compile(r'[^\s"(),;=<>@/\\]+')
"""What an Authentication-Results header may begin with, unquoted (RFC 8601, authserv-id)."""
NEED_REPLY_ADDRESS = {
    "MAILBOX": "IMAP_URL",
    "MAIL_WEBHOOK_SECRET": "MAIL_WEBHOOK_SECRET",
    "MAIL_AUTHSERV_ID": "MAIL_AUTHSERV_ID",
}
"""Settings that are about mail that comes in, and the variables they are read from."""


def incoming_mail() -> Iterable[CheckMessage]:
    """Return what is wrong with where answers go, and with how they come in."""
    yield from _reply_address()
    yield from _provider()
    name = settings.MAIL_AUTHSERV_ID
    if name and not SERVER_NAME.fullmatch(name):
        yield Error(
            f"MAIL_AUTHSERV_ID: {name!r} is not the name of a server.",
            hint="The first word of Authentication-Results, up to the semicolon: mx.drako.example.",
            id="drako.E013",
        )


def _reply_address() -> Iterable[CheckMessage]:
    address = settings.REPLY_ADDRESS
    problem = _problem_of(address) if address else ""
    if problem:
        yield Error(f"REPLY_ADDRESS: {problem}", hint=REPLY_ADDRESS, id="drako.E009")
    elif not settings.ON_LAPTOP and _is_here_alone(address.rpartition("@")[2].lower()):
        yield Warning(
            f"REPLY_ADDRESS: no mail server elsewhere finds the host of {address!r}.",
            hint=f"A domain with an MX record: {REPLY_ADDRESS}",
            id="drako.W014",
        )
    without = [written for name, written in NEED_REPLY_ADDRESS.items() if getattr(settings, name)]
    if without and not address:
        yield Error(
            f"{' and '.join(without)} without REPLY_ADDRESS: no mail says where answers go.",
            hint=f"REPLY_ADDRESS is what comes in there: {REPLY_ADDRESS}",
            id="drako.E010",
        )


def _provider() -> Iterable[CheckMessage]:
    # Both are secrets, so no sentence repeats them.
    if settings.MAIL_WEBHOOK_SECRET and not SECRET.fullmatch(settings.MAIL_WEBHOOK_SECRET):
        yield Error(
            "MAIL_WEBHOOK_SECRET: It is not user:password of letters and digits,"
            f" with a password of {LEAST_SECRET} signs at least.",
            hint="post:RANDOM, RANDOM from `openssl rand -hex 16`, and the webhook of"
            " the provider https://post:RANDOM@drako.example/…",
            id="drako.E011",
        )
    if settings.MAILGUN_WEBHOOK_SIGNING_KEY and not settings.MAIL_WEBHOOK_SECRET:
        yield Error(
            "MAILGUN_WEBHOOK_SIGNING_KEY without MAIL_WEBHOOK_SECRET: Mailgun can post nothing.",
            hint="MAIL_WEBHOOK_SECRET=post:RANDOM, RANDOM from `openssl rand -hex 16`.",
            id="drako.E012",
        )


def _is_here_alone(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost") or host.startswith("[127.")


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

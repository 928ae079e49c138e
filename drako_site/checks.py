"""Settings that cannot work, each with a hint what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning
from django.core.exceptions import ImproperlyConfigured

from .incoming_checks import incoming_mail
from .mailbox_url import WRITTEN

SITE_URL = re.compile(r"https?://([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?")
REDIS_URL = re.compile(r"rediss?://([^@/]*@)?([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?(/\d*)?(\?.*)?")
HINTS = {
    "DATABASE_URL": "postgres://user:password@host:5432/drako, or leave it out for SQLite in var/.",
    "EMAIL_URL": "smtp+tls://user:password@host:587, or a provider such as postmark://TOKEN (README"
    " lists them); consolemail:// prints mails instead.",
    "IMAP_URL": WRITTEN,
    "SECRET_KEY": "Let the site write to VAR_DIR, or set SECRET_KEY to 50 random characters.",
    "VAR_DIR": "Name a folder that the site may write to.",
}
HINT = "Correct it in the environment or in .env; .env.example shows each setting."


def check_settings(**kwargs: Any) -> list[CheckMessage]:
    """Return what is wrong with the settings."""
    return [
        *(*_unreadable(), *_site_url(), *_redis_url()),
        *(*_mail(), *incoming_mail(), *_proxy(), *_limits()),
    ]


def refuse_wrong_settings() -> None:
    """Raise ImproperlyConfigured with all that is wrong: a web server runs no checks by itself."""
    errors = [message for message in check_settings() if message.is_serious()]
    if errors:
        raise ImproperlyConfigured("\n".join(f"{error.msg} {error.hint}" for error in errors))


def _unreadable() -> Iterable[CheckMessage]:
    for name, problem in settings.WRONG_SETTINGS.items():
        yield Error(f"{name}: {problem}", hint=HINTS.get(name, HINT), id="drako.E001")


def _site_url() -> Iterable[CheckMessage]:
    if not SITE_URL.fullmatch(settings.SITE_URL):
        yield Error(
            f"SITE_URL: {settings.SITE_URL!r} is not the address of a site.",
            hint="https://drako.example, without a path: links in mails begin with it.",
            id="drako.E002",
        )
    elif not {settings.SITE_HOST, "*"}.intersection(settings.ALLOWED_HOSTS):
        yield Error(
            f"ALLOWED_HOSTS does not name {settings.SITE_HOST}, the host of SITE_URL.",
            hint="Leave ALLOWED_HOSTS out unless the site has several names.",
            id="drako.E003",
        )


def _redis_url() -> Iterable[CheckMessage]:
    if settings.REDIS_URL and not REDIS_URL.fullmatch(settings.REDIS_URL):
        # It may hold a password, so the sentence does not repeat it.
        yield Error(
            "REDIS_URL: It is not the address of a Redis server.",
            hint="redis://host:6379/0; leave it out for the embedded broker.",
            id="drako.E004",
        )


def _mail() -> Iterable[CheckMessage]:
    if not settings.EMAIL_URL and not settings.MAIL_VIEWER:
        yield Warning(
            "EMAIL_URL is missing: nobody can confirm an address or get a password back.",
            hint=HINTS["EMAIL_URL"],
            id="drako.W005",
        )


def _proxy() -> Iterable[CheckMessage]:
    if settings.HTTPS and not settings.BEHIND_PROXY:
        yield Warning(
            "SITE_URL is https, but no proxy is said to end it: pages may redirect to themselves,"
            " and limits by network address count all people as one.",
            hint="BEHIND_PROXY=yes, if nobody gets past the proxy. It is the default only where"
            " BIND is an address of this machine alone.",
            id="drako.W006",
        )
    if settings.BEHIND_PROXY and settings.PROXY_COUNT < 1:
        yield Error(
            f"PROXY_COUNT: {settings.PROXY_COUNT} proxies write no address of a browser.",
            hint="How many proxies add to X-Forwarded-For one after the other: 1 unless a second"
            " stands before the first, or BEHIND_PROXY=no.",
            id="drako.E007",
        )


def _limits() -> Iterable[CheckMessage]:
    if settings.WEB_CONCURRENCY > 1 and not settings.REDIS_URL:
        yield Warning(
            "Without REDIS_URL each of several web processes counts limits by itself.",
            hint="redis://host:6379/0, or WEB_CONCURRENCY=1.",
            id="drako.W008",
        )

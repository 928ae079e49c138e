"""How often somebody may do a thing, by account and by network address.

The counting is django-allauth's: `ACCOUNT_RATE_LIMITS` in the settings says how often, its cache
keeps the moments. Without a cache that all processes share, each of them counts by itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import ceil

from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

APP = "allauth.account"
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


class TooOftenError(Exception):
    """Somebody does a thing too often; they can do it again after `wait`."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


def allow(request: HttpRequest, action: str, *, key: str = "") -> timedelta | None:
    """Count one `action` of whoever sends `request`; return None, or how long to wait.

    Call it once an act is sure to be done but for this limit, and do nothing when it says to wait:

        if wait := limits.allow(request, "report"):
            return too_many(request, wait, "report")  # accounts.views.too_many: a page, 429

    The actions stand in `ACCOUNT_RATE_LIMITS`. Those counted by account ("report", "table") are for
    who is signed in; "guest" is for strangers. `key` is what an action is counted by that is
    counted by key. A refused act counts against no limit.
    """
    try:
        with counted(request, action, key=key):
            return None
    except TooOftenError as often:
        return often.wait


@contextmanager
def counted(request: HttpRequest, action: str, *, key: str = "") -> Iterator[RateLimitUsage]:
    """Count one `action` of whoever sends `request` while it is done, so that no two pass at once.

    What raises counts for nothing; so does what came to nothing otherwise, by `rollback` of what is
    yielded. Raises TooOftenError before anything is done. An `action` that is "" has no limit.
    """
    if wait := waits(request, action, key=key):
        raise TooOftenError(wait)
    usage = ratelimit.consume(request, app=APP, action=action, key=key or None, limit_get=True)
    if usage is None and (wait := waits(request, action, key=key)):
        raise TooOftenError(wait)  # others were first since
    usage = usage or RateLimitUsage([])
    try:
        yield usage
    except BaseException:
        usage.rollback()
        raise


def waits(request: HttpRequest, action: str, *, key: str = "", per: str = "") -> timedelta | None:
    """Return how long whoever sends `request` has to wait for an `action`; None: not at all.

    By all its limits, or by those that count `per` "user", "ip" or "key". Counts nothing.
    """
    longest, now = 0.0, time.time()
    for rate in ratelimit.get_rates(app=APP, action=action):
        if per and rate.per != per:
            continue
        counted = ratelimit.get_cache_key(
            request, app=APP, action=action, rate=rate, key=key or None
        )
        moments = cache.get(counted) or []
        lately = [moment for moment in moments if moment > now - rate.duration]
        if len(lately) >= rate.amount:  # the latest first
            longest = max(longest, lately[rate.amount - 1] + rate.duration - now)
    return timedelta(seconds=ceil(longest)) if longest > 0 else None


def wait_words(wait: timedelta) -> str:
    """Return in how long, in words that are never too short."""
    if wait > 2 * HOUR:
        hours = ceil(wait / HOUR)
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    if wait <= MINUTE:
        return _("a minute")
    minutes = ceil(wait / MINUTE)
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}

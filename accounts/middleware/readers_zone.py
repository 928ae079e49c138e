"""Times as the reader's clock on the wall tells them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.zones import UTC, device_zone, valid_zone

Respond = Callable[[HttpRequest], HttpResponseBase]


def local_time(get_response: Respond) -> Respond:
    """Tell all times of a request in the zone of who asks."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(ReadersZone(request)):
            return get_response(request)

    return respond


class ReadersZone(tzinfo):
    """The zone that the reader chose, else the device's, else UTC.

    Looked up when the first time is told: a request that tells none loads no person for it.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def zone(self) -> ZoneInfo:
        """The zone itself."""
        user = self._request.user
        if user.is_authenticated and valid_zone(user.time_zone):
            return ZoneInfo(user.time_zone)
        name = device_zone(self._request)
        return ZoneInfo(name) if name else UTC

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        return self.zone.utcoffset(at)

    def dst(self, at: datetime | None) -> timedelta | None:
        return self.zone.dst(at)

    def tzname(self, at: datetime | None) -> str | None:
        return self.zone.tzname(at)

    def fromutc(self, at: datetime) -> datetime:
        """Return the time by the zone itself, which outlives the request."""
        return self.zone.fromutc(at.replace(tzinfo=self.zone))

    def __str__(self) -> str:
        return str(self.zone)  # as the database is told it

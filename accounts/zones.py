"""Time zones: which ones there are, and whose is which."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest
from django.utils.translation import gettext as _

from .models import User

UTC = ZoneInfo("UTC")
COOKIE = "zone"
"""What static/drako.js calls the zone that the device says."""
COMMON = (
    "UTC",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Athens",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
)
"""Those that most people look for; they come first."""
# The names by place. Others (EST5EDT, US/Pacific, localtime) are old spellings, or no zones.
_REGIONS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe"}
    | {"Indian", "Pacific", "Etc"}
)

Group = tuple[str, list[tuple[str, str]]]


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all zones that somebody can have."""
    names = available_timezones()
    return frozenset({"UTC"} | {name for name in names if name.partition("/")[0] in _REGIONS})


def valid_zone(name: str) -> bool:
    """Return whether a zone of this name can be somebody's."""
    return name in zone_names()


def zone_of(user: User) -> ZoneInfo:
    """Return the zone that `user` chose; UTC for whoever chose none, or one that is gone."""
    return ZoneInfo(user.time_zone) if valid_zone(user.time_zone) else UTC


def device_zone(request: HttpRequest) -> str:
    """Return the zone that the reader's device says; empty if none that there is."""
    name = request.COOKIES.get(COOKIE, "")
    return name if valid_zone(name) else ""


def choices() -> list[tuple[str, str] | Group]:
    """Return what a select offers: as the device says, the common ones, the others by region."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(zone_names().difference(COMMON)):
        region, _slash, place = name.partition("/")
        regions.setdefault(region, []).append((name, _readable(place)))
    common = [(name, _readable(name)) for name in COMMON]
    as_device = ("", _("As the device says"))
    return [as_device, (_("Common"), common), *regions.items()]


def _readable(name: str) -> str:
    return name.replace("_", " ").replace("/", " / ")

"""When a person's mails go out, by the choices they have made by then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Notice

from .hours import is_between, next_hour
from .kind import Kind, Way

BUNDLED_FOR = timedelta(hours=1)
"""Bundled mails wait so long for others."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person has chosen: ways by kind where they differ, hours of the day in their zone."""

    zone: ZoneInfo
    ways: Mapping[str, str] = field(default_factory=dict)
    digest_hour: int = 8
    quiet_from: int | None = None
    quiet_until: int | None = None
    muted: frozenset[int] = frozenset()  # games


@dataclass(frozen=True, slots=True)
class Now:
    """It goes out now."""


@dataclass(frozen=True, slots=True)
class Until:
    """It is held back until a moment."""

    moment: datetime


@dataclass(frozen=True, slots=True)
class Drop:
    """It never goes out: `why` is for operators."""

    why: str


When = Now | Until | Drop


def decide(wishes: Wishes, due: Sequence[tuple[Notice, Kind]], now: datetime) -> list[When]:
    """Return for each of one person's notices, whose moments have all come, when it goes out.

    Where one bundled mail has waited for long enough all bundled ones go, and where it is time for
    one of the digest all of those. Quiet hours hold everything; kinds without a choice always come.
    """
    held = {
        way: min(
            (ripe_at(notice) for notice, kind in due if _way(wishes, kind) == way), default=now
        )
        for way in (Way.BUNDLED, Way.DIGEST)
    }
    moments: dict[str, datetime] = {
        Way.BUNDLED: held[Way.BUNDLED] + BUNDLED_FOR,
        Way.DIGEST: next_hour(wishes.digest_hour, held[Way.DIGEST], wishes.zone),
    }
    return [_when(wishes, notice, kind, moments, now) for notice, kind in due]


def ripe_at(notice: Notice) -> datetime:
    """Return when the moment of a notice came: since then it waits for its person's hours."""
    return notice.held_since or notice.not_before


def _way(wishes: Wishes, kind: Kind) -> str:
    return kind.way_of(wishes.ways) if kind.label else Way.AT_ONCE


def _when(
    wishes: Wishes, notice: Notice, kind: Kind, moments: Mapping[str, datetime], now: datetime
) -> When:
    if not kind.label:
        return Now()
    way = _way(wishes, kind)
    if way == Way.OFF:
        return Drop("mails of this kind are not wanted")
    if notice.payload.get("game") in wishes.muted:
        return Drop("mails about this game are not wanted")
    moment = moments.get(way, now)
    if moment > now:
        return Until(moment)
    if is_between(wishes.quiet_from, wishes.quiet_until, now, wishes.zone):
        return Until(next_hour(wishes.quiet_until or 0, now, wishes.zone))
    return Now()

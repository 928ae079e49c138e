"""What of a claim goes out now, and in which mails; the rest is put back or dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from accounts import fates
from accounts.claims import Claim
from accounts.models import Notice, User
from accounts.zones import UTC, zone_of
from games.models import Seat

from .addresses import obstacle
from .kind import Kind
from .kinds import KINDS
from .timing import Drop, Now, Until, When, Wishes, decide

Mail = list[tuple[Notice, Kind]]


def mails_for(claim: Claim, now: datetime) -> list[Mail]:
    """Return the mails that go out now: the notices of kinds with a choice go in one.

    But what was once begun as one mail, which may have arrived, stays that mail.
    """
    known = [(notice, kind) for notice in claim.notices if (kind := KINDS.get(notice.kind))]
    fates.blame([each for each in claim.notices if each.kind not in KINDS], "no such kind", now)
    whens = _whens(claim.user, known, now)
    begun = {
        notice.message_id
        for (notice, _kind), when in zip(known, whens, strict=True)
        if notice.message_id and isinstance(when, Now)
    }
    mails: dict[str | int, Mail] = defaultdict(list)
    others: dict[When, list[Notice]] = defaultdict(list)
    for (notice, kind), when in zip(known, whens, strict=True):
        along = notice.message_id in begun and isinstance(when, Until)
        if along or isinstance(when, Now):
            alone = "" if kind.label else notice.pk
            mails[notice.message_id or alone].append((notice, kind))
        else:
            others[when].append(notice)
    _put_away(others)
    return list(mails.values())


def _whens(user: User | None, due: Sequence[tuple[Notice, Kind]], now: datetime) -> list[When]:
    wishes = _wishes_of(user, [notice for notice, _kind in due]) if user else Wishes(UTC)
    chosen = decide(wishes, due, now)
    return [
        when if isinstance(when, Drop) else obstacle(user, notice, now) or when
        for (notice, _kind), when in zip(due, chosen, strict=True)
    ]


def _wishes_of(user: User, notices: Iterable[Notice]) -> Wishes:
    games = {notice.payload["game"] for notice in notices if "game" in notice.payload}
    muted = Seat.objects.filter(user=user, muted=True, game__in=games)
    return Wishes(
        zone=zone_of(user),
        ways=dict(user.mail_choices.values_list("kind", "way")),
        digest_hour=user.digest_hour,
        quiet_from=user.quiet_from,
        quiet_until=user.quiet_until,
        muted=frozenset(muted.values_list("game", flat=True)),
    )


def _put_away(others: dict[When, list[Notice]]) -> None:
    for when, notices in others.items():
        if isinstance(when, Drop):
            fates.drop(notices, when.why)
        elif isinstance(when, Until):
            fates.postpone(notices, when.moment)

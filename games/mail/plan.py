"""What of a claim goes out now, and in which mails; the rest is put back or dropped."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import DatabaseError

from accounts import fates
from accounts.claims import Claim
from accounts.models import Notice, User
from accounts.zones import UTC, zone_of
from games.models import Seat

from .addresses import obstacle
from .kind import Kind, Later
from .kinds import KINDS
from .shut_out import shut_out
from .timing import Drop, Now, Until, When, Wishes, decide

logger = logging.getLogger(__name__)

Mail = list[tuple[Notice, Kind]]


def mails_for(claim: Claim, now: datetime) -> list[Mail]:
    """Return the mails that go out now: the notices of kinds with a choice go in one.

    But what was once begun as one mail, which may have arrived, stays that mail, and of a mail that
    was at fault each notice goes alone: one of them it was.
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
    others: dict[When, Mail] = defaultdict(list)
    for (notice, kind), when in zip(known, whens, strict=True):
        along = notice.message_id in begun and isinstance(when, Until)
        if along or isinstance(when, Now):
            together = kind.label and not notice.tries
            mails[notice.message_id or ("" if together else notice.pk)].append((notice, kind))
        else:
            others[when].append((notice, kind))
    _put_away(others, now)
    return list(mails.values())


def parts(claim: Claim) -> list[Claim]:
    """Return a claim for each notice, but one for those that were begun as one mail."""
    alone: dict[str | int, list[Notice]] = defaultdict(list)
    for notice in claim.notices:
        alone[notice.message_id or notice.pk].append(notice)
    return [Claim(claim.user, tuple(notices)) for notices in alone.values()]


def _whens(user: User | None, due: Sequence[tuple[Notice, Kind]], now: datetime) -> list[When]:
    wishes = _wishes_of(user, [notice for notice, _kind in due]) if user else Wishes(UTC)
    chosen = decide(wishes, due, now)
    return [
        when
        if isinstance(when, Drop)
        else obstacle(user, notice, now) or shut_out(user, notice, kind, now) or when
        for (notice, kind), when in zip(due, chosen, strict=True)
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


def _put_away(others: dict[When, Mail], now: datetime) -> None:
    for when, mail in others.items():
        if isinstance(when, Drop):
            _drop(mail, when.why, now)
        elif isinstance(when, Until):
            fates.postpone([notice for notice, _kind in mail], when.moment)


def _drop(mail: Mail, why: str, now: datetime) -> None:
    """Drop what is not wanted at its own moment; by the next one wishes may have changed."""
    dropped = []
    for notice, kind in mail:
        until = _not_before(notice, kind, now)
        if until is None:
            dropped.append(notice)
        else:
            fates.wait_for([notice], until)
    fates.drop(dropped, why)


def _not_before(notice: Notice, kind: Kind, now: datetime) -> datetime | None:
    """Return the moment of a notice that was made due before it; None if it has come."""
    try:
        found = kind.look(notice, now)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("Notice %s cannot be told, and is not wanted", notice.key)
        return None
    return found.until if isinstance(found, Later) else None

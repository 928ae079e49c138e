"""How the service is, in figures that a monitor can watch: each with the limit that it should keep.

They are what people would notice: nobody looks for what is due, mails wait, turns are overdue.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Max, Min, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.models import Game, Heartbeat, Mailbox

BEAT_LIMIT = 60  # seconds; the sweeps run every ten
MAIL_LIMIT = 15 * 60  # seconds; a mail server that is away for a moment is no alarm
TURN_LIMIT = 5 * 60  # seconds; nobody's time runs out in the three minutes after an outage
MAILBOX_LIMIT = 15 * 60  # seconds; it is read every thirty
STARTED = timezone.now()
"""When this process began; a mailbox that nobody has tried to read since is no alarm at once."""


class Figure(NamedTuple):
    """So many seconds; None: none at all: fine for what waits, bad for what has to go on."""

    name: str
    label: str | Promise
    seconds: int | None
    limit: int
    ok: bool


def figures(now: datetime) -> list[Figure]:
    """Return all figures: a small query or two for each, answered by an index while all is well."""
    beat = Heartbeat.objects.values_list("beat_at", flat=True).first()
    found = [
        _going_on("beat", _("since the last beat of the sweeps"), beat, BEAT_LIMIT, now),
        _waiting("mail", _("the oldest mail that is due waits"), _due_mail(now), MAIL_LIMIT, now),
        _waiting("turn", _("the oldest turn is overdue"), _overdue(now), TURN_LIMIT, now),
    ]
    if settings.MAILBOX:
        label = _("since the mailbox for answers was read")
        found.append(_going_on("mailbox", label, _read(), MAILBOX_LIMIT, now))
    return found


def _due_mail(now: datetime) -> datetime | None:
    """Since when the oldest mail is due that is not sent; one that is tried again stays due.

    Mails to an address that was refused wait until its owner mends it. Where others were sent
    since, it is one mailbox that takes none, not the mail server.
    """
    unsent = Notice.objects.filter(state__in=[Notice.State.WAITING, Notice.State.SENDING])
    usable = ~Q(user__refused_address=F("user__email")) | Q(user__email="")
    unsent = unsent.filter(Q(user=None) | usable)
    due = unsent.filter(not_before__lte=now).aggregate(at=Min("not_before"))["at"]
    failing = unsent.filter(failing_since__isnull=False)
    since = failing.aggregate(at=Min("failing_since"))["at"]
    if since is not None:
        sent = Notice.objects.filter(sent_at__gt=since).aggregate(at=Max("sent_at"))["at"]
        if sent is not None:
            since = failing.filter(failing_since__gt=sent).aggregate(at=Min("failing_since"))["at"]
    return min(filter(None, (due, since)), default=None)


def _read() -> datetime:
    """When the mailbox was read; where it never was, since when that is tried, or can be."""
    tried = Mailbox.objects.values_list(Coalesce("read_at", "failing_since"), flat=True).first()
    return tried or STARTED


def _overdue(now: datetime) -> datetime | None:
    """The earliest deadline that is past and still stands, of turns, tables and proposals."""
    games = Game.objects.filter(status__in=Game.UNDER_WAY)
    past = [
        games.filter(**{f"{column}__lte": now}).aggregate(at=Min(column))["at"]
        for column in ("deadline", "proposal_deadline")
    ]
    return min(filter(None, past), default=None)


def _going_on(
    name: str, label: str | Promise, last: datetime | None, limit: int, now: datetime
) -> Figure:
    seconds = _seconds(last, now)
    return Figure(name, label, seconds, limit, seconds is not None and seconds <= limit)


def _waiting(
    name: str, label: str | Promise, since: datetime | None, limit: int, now: datetime
) -> Figure:
    seconds = _seconds(since, now)
    return Figure(name, label, seconds, limit, seconds is None or seconds <= limit)


def _seconds(since: datetime | None, now: datetime) -> int | None:
    return None if since is None else max(0, int((now - since).total_seconds()))

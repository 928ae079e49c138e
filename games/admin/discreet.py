"""Mails that tell of reports and sanctions, and how little the outbox shows of them."""

from __future__ import annotations

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from accounts.models import Notice, User
from accounts.renaming import NAME_TAKEN
from accounts.sanctions import LIFTED, SANCTIONED
from games.models import Report, Seat
from games.play.moderation.decisions import APPEAL_DECIDED, REPORT_DECIDED, REPORT_DISMISSED
from games.play.moderation.rights import concerning

DISCREET = (
    *(REPORT_DECIDED, REPORT_DISMISSED, APPEAL_DECIDED),
    *(SANCTIONED, LIFTED, NAME_TAKEN),
)
"""Kinds of mail by whose key or person one could find out who reported whom."""


def sees_whose(reader: User) -> bool:
    """Return whether `reader` may know whose such mails are."""
    return reader.has_perm("games.view_report")


def readable(notices: QuerySet[Notice], reader: User) -> QuerySet[Notice]:
    """Return what `reader` may see in the list: of these mails none that concerns themselves."""
    reports = Report.objects.filter(concerning(reader))
    theirs = Q(user=reader, kind__in=DISCREET)
    for kind in (REPORT_DECIDED, REPORT_DISMISSED):
        key = Concat(Value(f"{kind}:"), Cast("pk", CharField()), output_field=CharField())
        theirs |= Q(kind=kind, key__in=reports.values_list(key))
    return notices.exclude(theirs)


def at_own_table(notice: Notice, reader: User) -> bool:
    """Return whether a mail tells of a table where `reader` has a seat, or had one.

    Of a rematch it tells to those who played the game before.
    """
    game, before = (notice.payload.get(what) for what in ("game", "rematch_of"))
    if game is None and before is None:
        return False
    tables = Q(game=game) if before is None else Q(game=before) | Q(game__rematch_of=before)
    return Seat.objects.filter(tables, user=reader).exists()

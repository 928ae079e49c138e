"""What the site knows about a person, but for their games.

Not what others keep to themselves: notes of moderators, who reported or blocked them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import F, QuerySet

from accounts.audit import told_to
from accounts.models import (
    Block,
    DataExport,
    HeldName,
    MailChoice,
    Notice,
    Sanction,
    User,
    Vacation,
)
from games.models import Invitation, Rating, ReceivedMail, Report
from games.play.moderation.outcome import outcome_of

ACCOUNT = (
    "name",
    "email",
    "is_guest",
    "is_staff",
    "is_superuser",
    "date_joined",
    "last_login",
    "renamed_at",
    "confirm_moves",
    "theme",
    "time_zone",
    "vacation_from",
    "vacation_until",
    "suspended_until",
    "muted_until",
    "paused_until",
    "email_proven_at",
    "refused_address",
    "refused_why",
    "plays_by_mail_since",
    "digest_hour",
    "quiet_from",
    "quiet_until",
)
"""The columns of a person that they are told."""


def files_of_person(user: User) -> Iterator[tuple[str, object]]:
    """Yield the name of each file and what JSON holds of it."""
    account = User.objects.values(*ACCOUNT).get(pk=user.pk)
    yield "account", account | {"groups": [group.name for group in user.groups.order_by("name")]}
    yield "names", _rows(HeldName.objects.filter(user=user), "name", "until")
    addresses = EmailAddress.objects.filter(user=user)
    yield "addresses", _rows(addresses, "email", "verified", "primary")
    yield "vacations", _rows(Vacation.objects.filter(user=user), "begins", "ends")
    yield "mail-choices", _rows(MailChoice.objects.filter(user=user), "kind", "way")
    notices = Notice.objects.filter(user=user)
    yield "mails", _rows(notices, "kind", "state", "created_at", "sent_at")
    yield "orders", _orders(user)
    asked = Invitation.objects.filter(user=user).annotate(table=F("game__code"))
    yield "invitations", _rows(asked, "table", "at", "declined_at")
    yield "rating", _rows(Rating.objects.filter(user=user), "mu", "sigma", "games")
    yield "reports", _reports(user)
    yield (
        "decisions",
        {
            "sanctions": _rows(
                Sanction.objects.filter(user=user),
                *("kind", "reason", "at", "until", "games", "read_at", "lifted_at", "lifted_why"),
            ),
            "acts": _rows(
                told_to(user),
                *("what", "game", "why", "at"),
            ),
        },
    )
    blocks = Block.objects.filter(blocker=user).annotate(name=F("blocked__name"))
    yield "blocked", _rows(blocks, "name", "at")
    yield "exports", _rows(DataExport.objects.filter(user=user), "asked_at")


def _reports(user: User) -> list[dict[str, Any]]:
    """Return what they reported or answered, and what came of it as far as they may know."""
    reports = Report.objects.filter(reporter=user).annotate(name=F("person__name"))
    columns = ("about", "name", "game__code", "text", "at", "closed_at", "decision")
    rows = _rows(reports, *columns)
    return [{**row, "decision": outcome_of(row["decision"])} for row in rows]


def _orders(user: User) -> list[dict[str, Any]]:
    """Return the mails with which they played: each order as they wrote it, and its move."""
    received = ReceivedMail.objects.filter(user=user).annotate(game=F("seat__game__code"))
    mail = ("game", "turn", "at", "message_id", "subject")
    came_of_it = ("orders", "why", "wants", "asks_to_resign", "is_last")
    return _rows(received, *mail, *came_of_it)


def _rows(rows: QuerySet[Any], *columns: str) -> list[dict[str, Any]]:
    return list(rows.order_by("pk").values(*columns))

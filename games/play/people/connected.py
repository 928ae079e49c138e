"""Which rows are connected with a person: a text in them that has their name surely means them.

No other row is ever changed for a name: whoever is called "the" would change all that was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet

from accounts.models import Act, PersonNote, Sanction, User
from games.models import Game, ReceivedMail, Report, Seat


def about(user: User) -> Iterator[QuerySet[Model]]:
    """Yield the rows about a person, or by them: each set is found by an index."""
    yield Act._default_manager.filter(person=user)
    yield PersonNote._default_manager.filter(person=user)
    yield Sanction._default_manager.filter(user=user)
    yield Report._default_manager.filter(person=user)
    yield Report._default_manager.filter(reporter=user)


def near(user: User) -> Iterator[QuerySet[Model]]:
    """Yield the rows about their tables and whom they met: each set is found by an index.

    They met whom they reported, who reported them, and who sat at a table with them.
    """
    for games in (Game.objects.filter(seats__user=user), Game.objects.filter(host=user)):
        yield Act._default_manager.filter(game__in=games.values("code"))
        yield Report._default_manager.filter(game__in=games.values("pk"))
        yield ReceivedMail._default_manager.filter(seat__game__in=games.values("pk"))
    for people in _met(user):
        yield Act._default_manager.filter(person__in=people)
        yield PersonNote._default_manager.filter(person__in=people)
        yield Sanction._default_manager.filter(user__in=people)
        yield Report._default_manager.filter(person__in=people)


def lines_about(user: User) -> QuerySet[LogEntry]:
    """Return the lines of the admin's own log about an account and its addresses."""
    addresses = EmailAddress.objects.filter(user=user).values_list("pk", flat=True)
    keys = {User: [user.pk], EmailAddress: list(addresses)}
    lines = Q()
    for model, found in keys.items():
        kind = ContentType.objects.get_for_model(model)
        lines |= Q(content_type=kind, object_id__in=[str(key) for key in found])
    return LogEntry.objects.filter(lines)


def _met(user: User) -> Iterator[QuerySet[Any, Any]]:
    games = Seat.objects.filter(user=user).values("game")
    seats = Seat.objects.filter(game__in=games, user__isnull=False).exclude(user=user)
    yield seats.values("user")
    reports = Report.objects.filter(person__isnull=False, reporter__isnull=False)
    yield reports.filter(reporter=user).values("person")
    yield reports.filter(person=user).values("reporter")

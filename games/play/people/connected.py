"""Which rows are connected with a person: a text in them that has their name surely means them."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet

from accounts.models import Act, PersonNote, Sanction, User
from games.models import Game, Report, Seat


def connected_with(user: User) -> dict[type[Model], Q]:
    """Return by model what finds the rows about a person, their tables and whom they met.

    They met whom they reported, who reported them, and who sat at a table with them. Models that
    are not in it have no such rows.
    """
    games = Game.objects.filter(Q(seats__user=user) | Q(host=user))
    return {
        Act: _met("person", user, games) | Q(game__in=games.values("code")),
        PersonNote: _met("person", user, games),
        Sanction: _met("user", user, games),
        Report: _met("person", user, games) | Q(reporter=user) | Q(game__in=games.values("pk")),
        LogEntry: about_account(user),
    }


def about_account(user: User) -> Q:
    """Return what finds the lines of the admin's own log about an account and its addresses."""
    addresses = EmailAddress.objects.filter(user=user).values_list("pk", flat=True)
    keys = {User: [user.pk], EmailAddress: list(addresses)}
    lines = Q()
    for model, found in keys.items():
        about = ContentType.objects.get_for_model(model)
        lines |= Q(content_type=about, object_id__in=[str(key) for key in found])
    return lines


def _met(column: str, user: User, games: QuerySet[Game]) -> Q:
    """Return what finds rows in whose `column` stands the person, or somebody whom they met."""
    seats = Seat.objects.filter(game__in=games, user__isnull=False)
    reports = Report.objects.filter(person__isnull=False, reporter__isnull=False)
    return (
        Q(**{column: user})
        | Q(**{f"{column}__in": seats.values("user")})
        | Q(**{f"{column}__in": reports.filter(reporter=user).values("person")})
        | Q(**{f"{column}__in": reports.filter(person=user).values("reporter")})
    )

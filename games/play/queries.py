"""What pages ask: games by person and lobby, without any cell."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.blocks import apart_from
from accounts.models import User
from games.models import Game, Seat


def seats_waiting_for(user: User) -> QuerySet[Seat]:
    """Return the seats of `user` that have something to decide now, the earliest deadline first.

    Those of games that have ended are no longer looked at, however many there are.
    """
    arranging = Q(game__status=Game.Status.ARRANGING, ready=False)
    playing = Q(game__status=Game.Status.PLAYING, game__active_seat=F("number"))
    return (
        Seat.objects.filter(arranging | playing, user=user, left_at=None, ended_at=None)
        .select_related("game")
        .order_by(F("game__deadline").asc(nulls_last=True), "game__turn_started_at", "pk")
    )


def games_under_way(user: User) -> QuerySet[Game]:
    """Return the games `user` sits in that have not ended, open tables included.

    The latest first, with seats and their people.
    """
    return (
        Game.objects.filter(seats__user=user, seats__ended_at=None, status__in=Game.UNDER_WAY)
        .defer("record")
        .order_by("-created_at", "-pk")
        .prefetch_related("seats__user")
    )


def open_tables(wanted: Mapping[str, object], reader_id: int | None = None) -> QuerySet[Game]:
    """Return the open tables of the lobby whose columns have the `wanted` values, oldest first.

    Those where only people who were asked may sit down are left out, and those where somebody sits
    who is kept apart from the reader.
    """
    tables = Game.objects.filter(status=Game.Status.OPEN, public=True, by_invitation=False)
    tables = tables.filter(**wanted)
    if reader_id is not None:
        apart = apart_from(reader_id)
        at_it = Seat.objects.filter(game=OuterRef("pk"), user__in=apart)
        tables = tables.exclude(host__in=apart).exclude(Exists(at_it))
    return (
        tables.select_related("host").prefetch_related("seats__user").order_by("created_at", "pk")
    )

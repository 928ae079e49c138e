"""Tables where only those sit down who were asked: declining, letting others in, what is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.blocks import apart_from
from accounts.models import User
from games.models import Game, Invitation, Seat

from .errors import PlayError
from .seating import lock_open


def ask(
    game: Game, people: Iterable[User], now: datetime, *, declined: Mapping[int, datetime]
) -> None:
    """Let these people, and nobody else, sit down at an open table, which the caller has locked.

    Whoever sits there already needs it to come back. The first of them asks the others; those in
    `declined` have declined before, then: they may come, and are not asked again.
    """
    Invitation.objects.bulk_create(
        Invitation(game=game, user=user, at=now, declined_at=declined.get(user.pk))
        for user in people
    )


def declined_before(tables: QuerySet[Game], by: User) -> dict[int, datetime]:
    """Return who declined, and when, the last time that `by` asked to one of these `tables`."""
    asked = Invitation.objects.filter(game=OuterRef("pk")).order_by("pk").values("user")
    theirs = tables.annotate(asker=Subquery(asked[:1])).filter(asker=by.pk)
    answers = Invitation.objects.filter(game=theirs.order_by("-pk").values("pk")[:1])
    told = answers.filter(declined_at__isnull=False).values_list("user", "declined_at")
    return {user: at for user, at in told if at is not None}


def check_asked(game: Game, user: User) -> None:
    """Raise PlayError `by-invitation` where only those sit down who were asked, and not `user`."""
    if game.by_invitation and not game.invitations.filter(user=user).exists():
        raise PlayError("by-invitation")


def take_up(game: Game, user: User) -> None:
    """Forget that `user`, who has sat down, had declined."""
    game.invitations.filter(user=user).update(declined_at=None)


def turn_down(game: Game, user: User, now: datetime) -> None:
    """Note that `user` does not want to sit there, if they were asked; they may still come."""
    game.invitations.filter(user=user, declined_at=None).update(declined_at=now)


def decline(*, game_id: int, user: User, now: datetime) -> Game:
    """Let `user` decline to sit down at a table; those who wait there read it.

    Twice is no error. Raises PlayError: `not-open`, `not-asked`, `seated-already`.
    """
    with transaction.atomic():
        game = lock_open(game_id)
        asked = game.invitations.filter(user=user).first()
        if asked is None:
            raise PlayError("not-asked")
        if game.seats.filter(user=user).exists():
            raise PlayError("seated-already")
        if asked.declined_at is None:
            turn_down(game, user, now)
            _show(game)
    return game


def let_others_in(*, game_id: int, by: User) -> Game:
    """Open a table at the host's word to others too, by its link or in the lobby.

    Those who were asked may come as before; twice is no error. Raises PlayError: `not-open`,
    `not-host`.
    """
    with transaction.atomic():
        game = lock_open(game_id)
        if game.host_id != by.pk:
            raise PlayError("not-host")
        if game.by_invitation:
            game.by_invitation = False
            _show(game)
    return game


def tables_asked_to(user: User) -> QuerySet[Game]:
    """Return the open tables to which `user` was asked and has not answered, the latest first.

    With seats and invitations and their people, and the game before a rematch. Not those where
    somebody sits who is kept apart from them.
    """
    seats, apart = Seat.objects.filter(game=OuterRef("pk")), apart_from(user.pk)
    asked = Invitation.objects.filter(user=user, declined_at=None).values("game")
    tables = Game.objects.filter(status=Game.Status.OPEN, pk__in=asked)
    tables = tables.exclude(Exists(seats.filter(user=user))).exclude(host__in=apart)
    return (
        tables.exclude(Exists(seats.filter(user__in=apart)))
        .select_related("host", "rematch_of")
        .defer("record", "rematch_of__record")
        .prefetch_related("seats__user", "invitations__user")
        .order_by("-created_at", "-pk")
    )


def _show(game: Game) -> None:
    game.version += 1
    game.save(update_fields=["version", "by_invitation"])

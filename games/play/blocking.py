"""Blocking somebody, and what it does to tables that have not begun."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts import blocks
from accounts.models import User
from games.models import Game, Seat

from .errors import PlayError

_TRIES = 5


def block(*, by: User, person_id: int, now: datetime) -> None:
    """Keep `by` and a person apart; at open tables where both sit one of them gives the seat back.

    Where `by` hosts it is the other's, else their own. Games go on. All of it happens at once or
    not at all; twice is no error. Raises PlayError: `block-yourself`, `block-nobody`,
    `block-too-many`.
    """
    for _try in range(_TRIES):
        with transaction.atomic():
            # Games first, as for whoever sits down: the block is there before the tables are free.
            shared = list(open_tables_with(by, person_id).select_for_update())
            try:
                blocks.block(by=by, person_id=person_id, now=now)
            except blocks.BlockRefusedError as refused:
                raise PlayError(refused.code, most=blocks.MOST) from None
            if _is_any_left_out(shared, by, person_id):
                transaction.set_rollback(True)  # one of them sat down meanwhile
                continue
            for game in shared:
                _part(game, by, person_id)
            return
    raise PlayError("block-busy")


def open_tables_with(by: User, person_id: int) -> QuerySet[Game]:
    """Return the tables that have not begun at which both sit, the oldest first."""
    mine = Seat.objects.filter(user=by).values("game")
    theirs = Seat.objects.filter(user=person_id).values("game")
    tables = Game.objects.filter(status=Game.Status.OPEN, pk__in=mine).filter(pk__in=theirs)
    return tables.order_by("pk")


def _is_any_left_out(locked: list[Game], by: User, person_id: int) -> bool:
    known = [game.pk for game in locked]
    return open_tables_with(by, person_id).exclude(pk__in=known).exists()


def _part(game: Game, by: User, person_id: int) -> None:
    """Free a seat of an open table that is locked, and tell nobody."""
    goes = person_id if game.host_id == by.pk else by.pk
    game.seats.filter(user=goes).delete()
    game.version += 1
    game.save(update_fields=["version"])

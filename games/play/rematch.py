"""The same people once more: one click opens a table like the one before, and asks the others."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from datetime import datetime

from django.db import transaction

from accounts import blocks
from accounts.models import User
from accounts.models.users import FOR_GOOD
from games.bots import STAND_IN
from games.models import Game, Seat

from . import invitations, table_notices
from .errors import PlayError
from .lobby import join, open_table, start
from .options import Options
from .seating import sit
from .turns import lock

LIVE = (*Game.UNDER_WAY, Game.Status.OVER)
"""The statuses of a rematch of which something came, or still may: else there may be another."""


def offer(*, game_id: int, user: User, seed: bytes, now: datetime) -> Game:
    """Open a rematch of a finished game for `user`, who has played in it; return its table.

    It has the same options and bots, and asks all others who have not left the site; not again who
    declined when `user` offered one before, though they may come. With bots alone it starts at
    once, dealt from `seed`. Where somebody else was first, `user` sits down at their table: of
    offers that cross one game comes. Raises PlayError: `not-over`, `no-seat`, `rematch-nobody` when
    nobody is left to play with, `rematch-apart` or `rematch-blocked` when somebody is kept apart
    from them, `rematch-begun` without them, and what `open_table` and `join` raise.
    """
    with transaction.atomic():
        game = lock(game_id)
        if game.status != Game.Status.OVER:
            raise PlayError("not-over")
        seats = list(game.seats.select_related("user").order_by("number"))
        if all(seat.user_id != user.pk for seat in seats):
            raise PlayError("no-seat")
        rematch = rematch_of(game)
        if rematch is None:
            return _open(game, seats, user, seed=seed, now=now)
        if rematch.seats.filter(user=user).exists():
            return rematch
        if rematch.status != Game.Status.OPEN:
            raise PlayError("rematch-begun")
        return join(game_id=rematch.pk, user=user, seed=seed, now=now)


def rematch_of(game: Game) -> Game | None:
    """Return the rematch of a game that is open, runs or is over: there is one at most."""
    return game.rematches.select_related("host").filter(status__in=LIVE).first()


def others_there(seats: Collection[Seat], user: User) -> list[User]:
    """Return who else of the people on `seats` can be asked: not who has left the site for good."""
    return [
        seat.user
        for seat in seats
        if seat.user and seat.user_id != user.pk and _is_there(seat.user)
    ]


def _is_there(person: User) -> bool:
    banned = person.suspended_until is not None and person.suspended_until >= FOR_GOOD
    return person.is_active and person.closing_at is None and not banned


def _open(game: Game, seats: list[Seat], user: User, *, seed: bytes, now: datetime) -> Game:
    others = others_there(seats, user)
    bots = [seat.bot for seat in seats if seat.bot]
    if not others and not bots:
        raise PlayError("rematch-nobody")
    like = {each.name: getattr(game, each.name) for each in fields(Options)}
    options = Options(**like | {"players": 1 + len(others) + len(bots)})
    rematch = open_table(host=user, options=options, now=now)
    _check_apart(user, others)
    rematch.rematch_of, rematch.by_invitation = game, bool(others)
    rematch.save(update_fields=["rematch_of", "by_invitation"])
    for number, bot in enumerate(bots, options.players - len(bots)):  # mostly where they sat
        sit(rematch, number=number, bot=bot, now=now)
    if not others:
        return start(game_id=rematch.pk, by=user, bot=STAND_IN, seed=seed, now=now)
    declined = invitations.declined_before(game.rematches.exclude(status__in=LIVE), user)
    invitations.ask(rematch, [user, *others], now, declined=declined)
    table_notices.rematch_offered(rematch, [o for o in others if o.pk not in declined], now)
    return rematch


def _check_apart(user: User, others: Collection[User]) -> None:
    """Refuse where somebody is kept apart from `user`, whose row is locked."""
    keys = [other.pk for other in others]
    if not blocks.are_apart(user.pk, keys):
        return
    mine = blocks.blocked_by(user).filter(blocked__in=keys).first()
    if mine is None:
        raise PlayError("rematch-apart")
    raise PlayError("rematch-blocked", name=mine.blocked.name)

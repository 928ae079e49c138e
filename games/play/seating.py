"""Who may sit down at a table, and sitting down."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from accounts import blocks
from accounts.models import User
from games.models import Game, Seat

from .errors import PlayError
from .reliability import FEWEST_SEATS, KNOWN_AFTER, STEPS, Reliability, reliability, seats_held
from .turns import lock

BOT_NAMES = ("Ash", "Birch", "Cedar", "Elder")


def lock_open(game_id: int) -> Game:
    """Return the row of an open table, locked as `turns.lock` does. Raises PlayError `not-open`."""
    game = lock(game_id)
    if game.status != Game.Status.OPEN:
        raise PlayError("not-open", status=game.status)
    return game


def lock_person(user: User, now: datetime) -> None:
    """Lock the row of a person until the transaction ends: their seats are counted one by one.

    Locked after the game, never before it; see `blocks.block` for the blocks that wait for it. So
    does a suspension: one that came first is seen here. Raises PlayError `suspended`, and
    `account-closed` for somebody who has left the site by now.
    """
    locked = User.objects.select_for_update(no_key=True)
    row = locked.filter(pk=user.pk, closing_at=None).first()
    if row is None:
        raise PlayError("account-closed")
    if row.is_suspended(now):
        raise PlayError("suspended")


def seats_full(user: User) -> PlayError | None:
    """Return the refusal of one more table with a clock, or None: two queries at most."""
    held = seats_held(user)
    if held < FEWEST_SEATS:
        return None
    known = reliability(user)
    return None if held < known.seats_allowed else _too_many(user, held, known)


def check_seats(user: User) -> None:
    """Raise PlayError `too-many-seats…` when `user` may take no more; the caller locks the row."""
    if refusal := seats_full(user):
        raise refusal


def apart_at(game: Game, seats: Collection[Seat], user: User) -> PlayError | None:
    """Return the refusal of a table at which somebody is apart from `user`, or None: one query.

    Who was blocked does not learn by whom.
    """
    there = {seat.user_id for seat in seats if seat.user_id} | {game.host_id or user.pk}
    others = there - {user.pk}
    if not others or not blocks.are_apart(user.pk, others):
        return None
    mine = blocks.blocked_by(user).filter(blocked__in=others).first()
    return PlayError("apart") if mine is None else PlayError("blocked-here", name=mine.blocked.name)


def free_number(game: Game, seats: Collection[Seat]) -> int:
    """Return the lowest free seat. Raises PlayError `full`."""
    taken = {seat.number for seat in seats}
    free = [number for number in range(game.players) if number not in taken]
    if not free:
        raise PlayError("full")
    return free[0]


def sit(game: Game, *, number: int, now: datetime, user: User | None = None, bot: str = "") -> Seat:
    """Give a free seat to a person or a bot; whether they may is the caller's to ask."""
    return Seat.objects.create(
        game=game,
        number=number,
        players=game.players,
        user=user,
        bot=bot,
        name=user.name if user else BOT_NAMES[number],
        joined_at=now,
        acted_at=now if user else None,
    )


def _too_many(user: User, held: int, known: Reliability) -> PlayError:
    allowed = known.seats_allowed
    if user.is_guest:
        return PlayError("too-many-seats-guest", held=held, allowed=allowed)
    if not known.known:
        return PlayError("too-many-seats-new", held=held, allowed=allowed, turns=KNOWN_AFTER)
    if allowed == STEPS[0][1]:
        return PlayError("too-many-seats-most", held=held)
    return PlayError("too-many-seats", held=held, allowed=allowed, share=known.share)

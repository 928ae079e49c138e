"""Tables before the game: opening, joining, leaving, starting."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.switches import now_switches
from games.bots import BOTS
from games.models import Game, Seat

from . import invitations, notices, table_notices
from .after import announce
from .beat import latest_shift
from .clock import COLUMNS, clear
from .deal import deal
from .errors import PlayError
from .options import Options as Options
from .options import check_options
from .seating import apart_at, check_seats, free_number, lock_open, lock_person, sit

TABLE_WAITS = timedelta(days=14)


def open_table(*, host: User, options: Options, now: datetime) -> Game:
    """Open a table with `host` in its first seat.

    Nobody waits for players longer than fourteen days: then the table expires. Raises PlayError:
    `players`, `ruleset`, `turn-limit`, `leavers`, `first-by`, `pace-turn`, `pace-bank` for options
    that do not exist, `guest-lobby` when a guest opens a table for the lobby, `suspended`,
    `too-many-seats…`, `tables-closed` while staff let nobody open any, but for one without a clock,
    where nobody else is waited for.
    """
    check_options(options)
    if host.is_guest and options.public:
        raise PlayError("guest-lobby")
    if options.turn_seconds is not None and now_switches().tables_closed:
        raise PlayError("tables-closed")
    with transaction.atomic():
        lock_person(host, now)
        if options.turn_seconds is not None:
            check_seats(host)
        game = Game.objects.create(
            host=host,
            created_at=now,
            deadline=now + TABLE_WAITS,
            running_since=now,
            shifts_seen=latest_shift(),
            **asdict(options),
        )
        sit(game, number=0, user=host, now=now)
        table_notices.table_opened(game, now)
    return game


def join(*, game_id: int, user: User, seed: bytes, now: datetime) -> Game:
    """Give `user` the lowest free seat; the last one taken starts the game, dealt from `seed`.

    Whoever comes lets the table wait fourteen days anew. Sitting there already is no error and
    changes nothing. Raises PlayError: `not-open`, `full`, `barred` for somebody whom the host sent
    away, `by-invitation` for somebody not asked where only those may come, `guest-lobby`,
    `without-clock` where nobody else can be waited for, `apart` or `blocked-here` where somebody
    sits who is kept apart from them, `suspended`, `too-many-seats…`.
    """
    with transaction.atomic():
        game = lock_open(game_id)
        seats = list(game.seats.select_related("user"))
        if any(seat.user_id == user.pk for seat in seats):
            return game
        if user.is_guest and game.public:
            raise PlayError("guest-lobby")
        if user.pk in game.barred:
            raise PlayError("barred")
        invitations.check_asked(game, user)
        if game.turn_seconds is None:
            raise PlayError("without-clock")
        number = free_number(game, seats)
        lock_person(user, now)
        if refusal := apart_at(game, seats, user):
            raise refusal
        check_seats(user)
        invitations.take_up(game, user)
        seats.append(sit(game, number=number, user=user, now=now))
        if len(seats) == game.players:
            _start(game, seats, seed=seed, now=now)
        else:
            game.version += 1
            game.deadline, game.running_since = now + TABLE_WAITS, now
            game.save(update_fields=["version", "deadline", "running_since"])
            table_notices.table_renewed(game, now)
    return game


def leave_table(*, game_id: int, user: User, now: datetime) -> Game:
    """Free the seat of `user` and return the table, which the last to go closes.

    Of a host who leaves, the next is host. Who was asked there has declined by that, and may come
    back. Raises PlayError: `not-open`, `no-seat`.
    """
    with transaction.atomic():
        game = lock_open(game_id)
        seats = list(game.seats.select_related("user"))
        seat = next((seat for seat in seats if seat.user_id == user.pk), None)
        if seat is None:
            raise PlayError("no-seat")
        invitations.turn_down(game, user, now)
        free_seat(game, seats, seat, now)
    return game


def free_seat(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    """Free one of the `seats` of an open table, which the caller has locked.

    The seat of the host gone, the next person hosts; nobody left, the table is closed.
    """
    seat.delete()
    people = [other for other in seats if other is not seat and other.user]
    if not people:
        _close(game, now)
        return
    game.version += 1
    if game.host_id not in {other.user_id for other in people}:
        game.host = people[0].user
        table_notices.table_renewed(game, now)
    game.save(update_fields=["version", "host"])


def remove(*, game_id: int, by: User, number: int, now: datetime) -> None:
    """Send whoever sits in seat `number` away before the game, for good.

    A seat that is free already is no error. Raises PlayError: `not-open`, `not-host`,
    `not-yourself`.
    """
    with transaction.atomic():
        game = lock_open(game_id)
        if game.host_id != by.pk:
            raise PlayError("not-host")
        seat = game.seats.select_related("user").filter(number=number).first()
        if seat is None:
            return
        if seat.user_id == by.pk:
            raise PlayError("not-yourself")
        seat.delete()
        if seat.user_id is not None:
            game.barred = [*game.barred, seat.user_id]
            game.invitations.filter(user=seat.user_id).delete()
        game.version += 1
        game.save(update_fields=["version", "barred"])
        table_notices.removed(game, seat, now)


def expire_table(game: Game, now: datetime) -> None:
    """Close an open table that waited in vain and tell those who sit there; the caller locks it."""
    _close(game, now)
    table_notices.table_expired(game, list(game.seats.select_related("user")), now)


def start(*, game_id: int, by: User, bot: str, seed: bytes, now: datetime) -> Game:
    """Start the game at the host's word, with a `bot` (a name in `games.bots.BOTS`) in free seats.

    Raises PlayError: `not-open`, `not-host`, `bot` for one that does not exist.
    """
    with transaction.atomic():
        game = lock_open(game_id)
        if game.host_id != by.pk:
            raise PlayError("not-host")
        if bot not in BOTS:
            raise PlayError("bot", bot=bot)
        seats = list(game.seats.select_related("user"))
        while len(seats) < game.players:
            seats.append(sit(game, number=free_number(game, seats), bot=bot, now=now))
        _start(game, seats, seed=seed, now=now)
    return game


def play_now(*, user: User, bots: int, bot: str, seed: bytes, now: datetime) -> Game:
    """Start a game of `user` against one to three bots at once."""
    options = Options(players=bots + 1, public=False, turn_seconds=None, bank_seconds=0)
    with transaction.atomic():
        game = open_table(host=user, options=options, now=now)
        return start(game_id=game.pk, by=user, bot=bot, seed=seed, now=now)


def _start(game: Game, seats: list[Seat], *, seed: bytes, now: datetime) -> None:
    for seat in seats:
        if seat.user:
            seat.name = seat.user.name
    seats = sorted(seats, key=lambda seat: seat.number)
    people = [seat.user for seat in seats if seat.user]
    if len(people) == 1 and people[0].is_guest:
        game.turn_seconds, game.bank_seconds = None, 0  # nobody waits for a guest among bots
    game.rated = game.rated and all(seat.user and not seat.user.is_guest for seat in seats)
    deal(game, seats, seed=seed, now=now)
    notices.started(game, seats, now)
    announce(game)


def _close(game: Game, now: datetime) -> None:
    game.version += 1
    game.status = Game.Status.EXPIRED
    game.ended_at = now
    clear(game)
    game.save(update_fields=["status", "version", "ended_at", *COLUMNS])

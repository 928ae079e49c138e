"""What staff do to a table and its game; each act is logged and told to the seats with its reason.

Nobody acts on a table where they sit, whatever they may do elsewhere.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from random import Random

from django.db import transaction

from accounts.models import Act, User
from games.models import Game, Seat
from games.play import agreement, lobby, shifts
from games.play.batches import OF_DATABASE
from games.play.errors import PlayError
from games.play.ratings.again import take_back
from games.play.ratings.book import lock_book
from games.play.ratings.seats import UNCOUNTED
from games.play.turns import lock, take_turn
from games.rules.moves import Move
from games.rules.scoring import CATEGORIES

from .freeing import Came, may_be_freed, try_what_is_due
from .telling import note

logger = logging.getLogger(__name__)


def sits_at(by: User, game: Game) -> bool:
    """Return whether `by` has a seat at the table, those who are out of its game too."""
    return game.seats.filter(user=by).exists()


def free(*, game_id: int, by: User, why: str, random: Random, now: datetime) -> Came:
    """Let a game that is stuck go on: do at once what is due; return what came of it.

    Those who sit there may as well: it does what a sweep would have done, and favours nobody.
    Raises PlayError `not-stuck`.
    """
    with transaction.atomic():
        game = lock(game_id)
        if not may_be_freed(game, now):
            raise PlayError("not-stuck")
        seats = _seats(game)
        game.stuck_until = None
        game.save(update_fields=["stuck_until"])
        came = try_what_is_due(game, random, now)
        note(game, seats, by=by, what=Act.What.FREE, why=why, now=now, detail={"came": came})
    return came


def give_time(*, game_id: int, by: User, seconds: int, why: str, now: datetime) -> None:
    """Give the running turn of a game `seconds` more.

    Raises PlayError: `own-table`, `game-broken` and what `shifts.give_time` does.
    """
    with transaction.atomic():
        game, seats = _lock_table(game_id, by)
        with _sound(game):
            shifts.give_time(game_id=game.pk, seconds=seconds, now=now)
        told = {"seconds": seconds}
        note(game, seats, by=by, what=Act.What.GIVE_TIME, why=why, now=now, detail=told)


def remove(*, game_id: int, by: User, number: int, why: str, now: datetime) -> None:
    """Take the seat with this number from its player.

    Before the game they may not come back to the table; in a running one the seat goes out (RULES
    *Leaving*). Raises PlayError: `own-table`, `ended-already`, `seat-free`, `bot-seat`,
    `out-already`, `game-broken`.
    """
    with transaction.atomic():
        game, seats = _lock_table(game_id, by)
        if game.status not in Game.UNDER_WAY:
            raise PlayError("ended-already")
        seat, person = _who_plays(seats, number)
        if game.status == Game.Status.OPEN:
            game.barred = [*game.barred, person.pk]
            game.save(update_fields=["barred"])
            lobby.free_seat(game, seats, seat, now)
        else:
            leave = Move("leave", detail="removed")
            with _sound(game):
                take_turn(game_id=game.pk, seat=number, move=leave, version=None, now=now)
        note(
            game,
            seats,
            by=by,
            what=Act.What.REMOVE,
            why=why,
            now=now,
            person=person,
            detail={"seat": number},
        )


def call_off(*, game_id: int, by: User, why: str, now: datetime) -> None:
    """End an open table or a running game without a result.

    Raises PlayError: `own-table`, `ended-already`.
    """
    with transaction.atomic():
        game, seats = _lock_table(game_id, by)
        if game.status not in Game.UNDER_WAY:
            raise PlayError("ended-already")
        agreement.close(game, "moderator", now)
        note(game, seats, by=by, what=Act.What.CALL_OFF, why=why, now=now)


def void(*, game_id: int, by: User, why: str, now: datetime) -> None:
    """Take the result of a finished game back: nobody has a place or points in it any more.

    What was played stays in its record; ratings are as if it had not been, once the results that
    came after it are counted again. Raises PlayError: `own-table`, `no-result`.
    """
    with transaction.atomic():
        book = lock_book()
        game, seats = _lock_table(game_id, by)
        if game.status != Game.Status.OVER:
            raise PlayError("no-result")
        result = {"end": game.end, "places": [seat.place for seat in seats]}
        game.seats.update(place=None, **dict.fromkeys(CATEGORIES), **UNCOUNTED)
        take_back(book, game)
        game.status, game.end = Game.Status.VOID, "voided"
        game.version += 1
        game.save(update_fields=["status", "end", "version"])
        note(game, seats, by=by, what=Act.What.VOID, why=why, now=now, detail=result)


def _lock_table(game_id: int, by: User) -> tuple[Game, list[Seat]]:
    game = lock(game_id)
    if sits_at(by, game):
        raise PlayError("own-table")
    return game, _seats(game)


def _seats(game: Game) -> list[Seat]:
    return list(game.seats.select_related("user").order_by("number"))


def _who_plays(seats: Sequence[Seat], number: int) -> tuple[Seat, User]:
    """Return the seat and who can be removed from it; raises PlayError where nobody can."""
    seat = next((seat for seat in seats if seat.number == number), None)
    if seat is None:
        raise PlayError("seat-free")
    if seat.bot:
        raise PlayError("bot-seat")
    if seat.user is None or seat.left_at is not None:
        raise PlayError("out-already")
    return seat, seat.user


@contextmanager
def _sound(game: Game) -> Iterator[None]:
    """Refuse what fails because the rows of a game do not fit together; the log says how."""
    try:
        yield
    except (*OF_DATABASE, PlayError):
        raise
    except Exception as fault:
        logger.exception("Game %s cannot be read", game.pk)
        raise PlayError("game-broken") from fault

"""What is to be told to whom: events of a game as notices, in the transaction that makes them true.

Payloads hold ids alone: `games/mail` looks up what is true when a mail is sent. Guests and bots
have no address and get none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from accounts.outbox import Post, post_all, reconsider, revive
from games.models import Game, Seat
from games.rules.state import ARRANGING, OVER, State

from .clock import turn_of
from .due import people_due
from .pace import HOUR
from .posts import post_for, readers
from .storage import Table

LATELY = timedelta(minutes=10)
MOMENT = timedelta(minutes=2)
"""A turn mail waits so long when its seat itself acted lately: perhaps it is still there."""
REMINDERS = (24 * HOUR, 8 * HOUR, HOUR)
"""Seconds before the end of a turn; only those shorter than half of it are sent."""


def started(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """The table is full: tell all to arrange their cards."""
    posts = [_begun(game, seat, now) for seat in readers(game, seats)]
    posts += [post for seat in readers(game, seats) for post in _reminders(game, seat, now)]
    post_all(posts, now=now)


def moved(table: Table, before: State, now: datetime) -> None:
    """A move was made and is saved: `table` as it is after it, `before` the state before it."""
    posts = [*_after_leaving(table, before), *_after_move(table, before, now)]
    post_all(posts, now=now)


def proposed(game: Game, seats: Sequence[Seat], *, by: Seat, now: datetime) -> None:
    """Somebody proposes to end the game: ask all others who still play."""
    post_all(
        (
            _asked(game, seat, by)
            for seat in readers(game, seats)
            if seat is not by and seat.left_at is None
        ),
        now=now,
    )


def called_off(game: Game, seats: Sequence[Seat], *, by: Seat | None, now: datetime) -> None:
    """The game is ended without a result: tell all but who did it."""
    who = None if by is None else by.number
    post_all(
        (
            post_for(game, seat, "called-off", f"called-off:{game.pk}:{seat.number}", who=who)
            for seat in readers(game, seats)
            if seat is not by
        ),
        now=now,
    )


def clock_runs_again(game: Game, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """A clock that stood runs on, or a turn got time: reminders are due at other moments now.

    There may be more of them than when the turn began, and one that was dropped, for a shorter one
    was due, may be true again; none comes twice.
    """
    told = readers(game, (seats[number] for number in people_due(state)))
    keys = [_reminder_key(game, seat, before) for seat in told for before in REMINDERS]
    reconsider(keys, now=now)
    revive(keys, now=now)
    post_all((post for seat in told for post in _reminders(game, seat, now)), now=now)


def plays_again(
    game: Game, seats: Sequence[Seat], state: State, user_id: int, now: datetime
) -> None:
    """Somebody who was shut out may play again: tell them what waits for them, unless they were.

    That is their turn, and a proposal that they have not agreed to. What was posted meanwhile was
    held back or dropped, and may have been deleted.
    """
    due = [seats[number] for number in people_due(state) if seats[number].user_id == user_id]
    posts = [_begun(game, seat, now) for seat in readers(game, due)]
    if game.proposed_by is not None:
        by = seats[game.proposed_by]
        silent = [each for each in seats if each.user_id == user_id and not each.agreed]
        posts += [_asked(game, seat, by) for seat in readers(game, silent) if seat.left_at is None]
    keys = [each.key for each in posts]
    reconsider(keys, now=now)
    revive(keys, now=now)
    post_all(posts, now=now)


def turn_key(game: Game, seat: Seat) -> str:
    """Return what makes the running turn of `seat` one of its own; the same for all its mails."""
    return f"{game.pk}:{seat.number}:{turn_name(game)}"


def turn_name(game: Game) -> str:
    """Return what the running turn is called in keys: "arranging", or how many have ended."""
    return "arranging" if game.status == Game.Status.ARRANGING else str(game.turn_number)


def _after_move(table: Table, before: State, now: datetime) -> Iterator[Post]:
    game, after = table.game, table.state
    if after.phase == OVER:
        for seat in readers(game, table.seats):
            yield post_for(game, seat, "over", f"over:{game.pk}:{seat.number}")
        return
    if after.phase == ARRANGING or turn_of(before) == turn_of(after):
        return
    for number in people_due(after):
        seat = table.seats[number]
        for each in readers(game, [seat]):
            yield _begun(game, each, now)
            yield from _reminders(game, each, now)


def _after_leaving(table: Table, before: State) -> Iterator[Post]:
    game, after = table.game, table.state
    for number, why in after.left[len(before.left) :]:
        for seat in readers(game, table.seats):
            if seat.number == number and why == "timeout":
                yield post_for(game, seat, "timed-out", f"timed-out:{game.pk}:{number}")
            elif seat.number != number and seat.left_at is None and after.phase != OVER:
                key = f"left:{game.pk}:{number}:{seat.number}"
                yield post_for(game, seat, "left", key, who=number)


def _asked(game: Game, seat: Seat, by: Seat) -> Post:
    """What `seat` is asked when `by` proposes to end the game: once for each proposal."""
    key = f"proposal:{game.pk}:{by.number}:{by.proposed_turn}:{seat.number}"
    return post_for(game, seat, "proposal", key)


def _begun(game: Game, seat: Seat, now: datetime) -> Post:
    """What `seat` is told when it is to arrange its cards, or has the turn: once."""
    if game.status == Game.Status.ARRANGING:
        kind, key = "started", f"started:{game.pk}:{seat.number}"
    else:
        kind, key = "turn", f"turn:{turn_key(game, seat)}"
    return post_for(game, seat, kind, key, not_before=_soon(seat, now))


def _reminders(game: Game, seat: Seat, now: datetime) -> Iterator[Post]:
    """Yield the reminders of the turn that begins; on a clock that stands they wait for it."""
    if game.deadline is not None:
        whole = (game.deadline - now).total_seconds()
    elif game.stopped_seconds is not None:
        whole = game.stopped_seconds
    else:
        return
    for before in REMINDERS:
        if 2 * before < whole:
            at = now + timedelta(seconds=whole - before)
            key = _reminder_key(game, seat, before)
            yield post_for(game, seat, "reminder", key, not_before=at, before=before)


def _reminder_key(game: Game, seat: Seat, before: int) -> str:
    return f"reminder:{turn_key(game, seat)}:{before // HOUR}h"


def _soon(seat: Seat, now: datetime) -> datetime:
    """Return when to tell `seat` that it is to play."""
    lately = seat.acted_at is not None and now - seat.acted_at < LATELY
    return now + MOMENT if lately else now

"""The clock of a game (PRODUCT *Time*): of the active seat, or of all who still arrange.

A deadline is the moment when turn and time bank are used up. What is left of the bank follows from
what is left on the clock when the turn ends: time that a vacation, an outage or a moderator gave
needs no account of its own. Functions here set columns of rows that the caller holds the lock of
and saves (`COLUMNS`, and the seat's `bank_seconds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Game, Seat
from games.rules.state import ARRANGING, OVER, State

from .away import away_since
from .beat import outage_so_far
from .due import people_due
from .outlast import apply_shifts, part_lost
from .pace import HOUR

COLUMNS = (
    "deadline",
    "running_since",
    "stopped_seconds",
    "raised",
    "shifts_seen",
    "proposal_deadline",
)
RAISED_TO = 12 * HOUR
"""Seconds a clock has at least when it runs again after a vacation or a pause, once a turn."""
AWAY_LONG = timedelta(seconds=RAISED_TO)
"""Who ended a vacation by hand, or was paused, has been away for so long before clocks are raised:
otherwise a vacation or a pause of a minute would win hours in a turn."""


def turn_of(state: State) -> tuple[str, int, int]:
    """Return what changes when another turn begins; arranging and the end are turns as well."""
    if state.phase in (ARRANGING, OVER):
        return state.phase, 0, 0
    return "", state.active, sum(state.turns)


def start_turn(game: Game, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """Give the position that begins in `state` its clock: turn and bank, or turn to arrange."""
    clear(game)
    game.raised = False
    people = people_due(state)
    if game.turn_seconds is None or not people:
        return
    seconds = game.turn_seconds
    if state.phase != ARRANGING:
        seconds += seats[state.active].bank_seconds
    if _away_since(game, seats, people, now) is None:
        _run(game, seconds, now)
    else:
        game.stopped_seconds = seconds


def end_turn(game: Game, seat: Seat, now: datetime) -> None:
    """Let `seat`, whose turn ends, keep of its time bank what is left on the clock.

    An outage takes nothing from it, not even one that is not over yet.
    """
    if left_on(game, now) < seat.bank_seconds:
        apply_shifts(game)
        left = left_on(game, now - part_lost(outage_so_far(now), game.running_since, game.deadline))
        seat.bank_seconds = max(0, min(seat.bank_seconds, left))


def adjust(
    game: Game, seats: Sequence[Seat], state: State, now: datetime, *, raised: bool = True
) -> bool:
    """Stop the clock or let it run on, as those whom the game waits for are away or not.

    Return whether it runs on or was given time: then `notices.clock_runs_again` has to follow.
    No outage takes anything, as in `end_turn`. Time that ran out before somebody was away stays run
    out. Not `raised`, a clock that runs on has what was left on it, however
    little.
    """
    people = people_due(state)
    if game.turn_seconds is None or not people:
        clear(game)
        return False
    longer = apply_shifts(game)
    since = _away_since(game, seats, people, now)
    if game.stopped_seconds is not None and since is None:
        _run_on(game, now, raised=raised)
        return True
    if game.deadline is not None and game.running_since is not None and since is not None:
        lost = part_lost(outage_so_far(now), game.running_since, game.deadline)
        stopped_at = max(since, now if lost else game.running_since)
        if since < game.deadline + lost:
            game.stopped_seconds = int((game.deadline + lost - stopped_at).total_seconds())
            game.deadline = game.running_since = None
    return longer


def clear(game: Game) -> None:
    """Take the clock away."""
    game.deadline = game.running_since = game.stopped_seconds = None


def left_on(game: Game, now: datetime) -> int:
    """Return the seconds left on the clock, below 0 when overdue; very many without a clock."""
    if game.stopped_seconds is not None:
        return game.stopped_seconds
    if game.deadline is None:
        return 2**31
    return int((game.deadline - now).total_seconds())


def _run(game: Game, seconds: int, now: datetime) -> None:
    game.deadline = now + timedelta(seconds=seconds)
    game.running_since = now
    game.stopped_seconds = None


def _run_on(game: Game, now: datetime, *, raised: bool) -> None:
    seconds = game.stopped_seconds or 0
    if raised and seconds < RAISED_TO and not game.raised:
        seconds = RAISED_TO
        game.raised = True
    _run(game, seconds, now)


def _away_since(
    game: Game, seats: Sequence[Seat], people: Sequence[int], now: datetime
) -> datetime | None:
    """Return since when one of `people` is away so that this clock stands."""
    users = [seats[number].user for number in people]
    away = [away_since(game, user, now) for user in users if user is not None]
    return min((since for since in away if since is not None), default=None)

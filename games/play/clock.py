"""The clock of a game (PRODUCT *Time*): of the active seat, or of all who still arrange.

A deadline is the moment when turn and time bank are used up. What is left of the bank follows from
what is left on the clock when the turn ends: time that a vacation, an outage or a moderator gave
needs no account of its own. Functions here set columns of rows that the caller holds the lock of
and saves (`COLUMNS`, and the seat's `bank_seconds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import ClockShift, Game, Seat
from games.rules.state import ARRANGING, OVER, State

from .due import people_due
from .pace import HOUR

COLUMNS = ("deadline", "running_since", "stopped_seconds", "raised_turn", "shifts_seen")
RAISED_TO = 12 * HOUR
"""Seconds a clock has at least when it runs again after a vacation, once a turn."""
AGREE_WITHIN = 3 * 24 * HOUR
"""Seconds to answer a proposal at a table without a clock."""
_ARRANGING = -2  # stands for a turn in `raised_turn`


def turn_of(state: State) -> tuple[str, int, int]:
    """Return what changes when another turn begins; arranging and the end are turns as well."""
    phase = state.phase if state.phase in (ARRANGING, OVER) else ""
    return phase, state.active, sum(state.turns)


def start_turn(game: Game, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """Give the position that begins in `state` its clock: turn and bank, or turn to arrange."""
    clear(game)
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
    """Let `seat`, whose turn ends, keep of its time bank what is left on the clock."""
    if left_on(game, now) < seat.bank_seconds:
        apply_shifts(game)
        seat.bank_seconds = max(0, min(seat.bank_seconds, left_on(game, now)))


def adjust(game: Game, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """Stop the clock or let it run on, as those whom the game waits for are away or not.

    Time that ran out before somebody left for their vacation stays run out.
    """
    people = people_due(state)
    if game.turn_seconds is None or not people:
        clear(game)
        return
    apply_shifts(game)
    since = _away_since(game, seats, people, now)
    if game.deadline is not None and game.running_since is not None:
        if since is not None and since < game.deadline:
            at = max(since, game.running_since)
            game.stopped_seconds = int((game.deadline - at).total_seconds())
            game.deadline = game.running_since = None
    elif game.stopped_seconds is not None and since is None:
        _run_on(game, now)


def give(game: Game, seconds: int) -> None:
    """Add to the time on the clock, whether it runs or stands."""
    if game.deadline is not None:
        game.deadline += timedelta(seconds=seconds)
    elif game.stopped_seconds is not None:
        game.stopped_seconds += seconds


def clear(game: Game) -> None:
    """Take the clock away."""
    game.deadline = game.running_since = game.stopped_seconds = None


def apply_shifts(game: Game) -> bool:
    """Give the game what outages and gifts gave to all clocks, each once; return whether any."""
    shifts = ClockShift.objects.filter(pk__gt=game.shifts_seen).order_by("pk")
    moved = False
    for shift in shifts:
        seconds = _given(shift, game.running_since)
        if game.is_running or shift.kind == ClockShift.Kind.OUTAGE:
            moved = moved or bool(seconds)
            give(game, seconds)
        if game.proposal_deadline is not None:
            began = game.proposal_deadline - timedelta(seconds=game.turn_seconds or AGREE_WITHIN)
            game.proposal_deadline += timedelta(seconds=_given(shift, began))
        game.shifts_seen = shift.pk
    return moved


def left_on(game: Game, now: datetime) -> int:
    """Return the seconds left on the clock, below 0 when overdue; very many without a clock."""
    if game.stopped_seconds is not None:
        return game.stopped_seconds
    if game.deadline is None:
        return 2**31
    return int((game.deadline - now).total_seconds())


def _given(shift: ClockShift, running_since: datetime | None) -> int:
    """Seconds that `shift` gives a clock; to one that stands, an outage took nothing."""
    if shift.kind == ClockShift.Kind.GIFT:
        return 0 if running_since is not None and running_since > shift.ended else shift.seconds
    if running_since is None:
        return 0
    return max(0, int((shift.ended - max(shift.began, running_since)).total_seconds()))


def _run(game: Game, seconds: float, now: datetime) -> None:
    game.deadline = now + timedelta(seconds=seconds)
    game.running_since = now
    game.stopped_seconds = None


def _run_on(game: Game, now: datetime) -> None:
    seconds = game.stopped_seconds or 0
    turn = _ARRANGING if game.status == Game.Status.ARRANGING else game.turn_number
    if seconds < RAISED_TO and game.raised_turn != turn:
        seconds = RAISED_TO
        game.raised_turn = turn
    _run(game, seconds, now)


def _away_since(
    game: Game, seats: Sequence[Seat], people: Sequence[int], now: datetime
) -> datetime | None:
    """Return since when one of `people` is on a vacation that stops this clock."""
    if not game.vacations:
        return None
    users = [seats[number].user for number in people]
    away = [user.vacation_from for user in users if user is not None and user.is_away(now)]
    return min((since for since in away if since is not None), default=None)

"""What tests of clocks do to a game, and what they read off it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.models import Move as MoveRow
from games.play.errors import PlayError
from games.play.storage import load
from games.rules.moves import Move
from tests.builders import NOW, act

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def fresh(game: Game) -> Game:
    """The game as it is in the database now."""
    return Game.objects.get(pk=game.pk)


def record(game: Game) -> dict[str, Any]:
    """The record of a game that is over."""
    found = fresh(game).record
    assert found is not None
    return found


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.get(game=game, number=number)


def active(game: Game) -> Seat:
    return seat(game, fresh(game).active_seat)


def bank(game: Game, number: int) -> timedelta:
    """What is left of a seat's time bank."""
    return timedelta(seconds=seat(game, number).bank_seconds)


def deadline(game: Game) -> timedelta | None:
    """How long after NOW the deadline is."""
    moment = fresh(game).deadline
    return None if moment is None else moment - NOW


def end_turn(game: Game, after: timedelta, *, claimable: bool = False) -> Game:
    """Let the active seat end its turn, so long after NOW; or its action alone if `claimable`."""
    number, now = fresh(game).active_seat, NOW + after
    down = load(fresh(game)).state.kingdoms[number].down
    act(game, number, Move("draw"), now=now)
    act(game, number, Move("reveal", next(s for s in range(16) if down >> s & 1)), now=now)
    if fresh(game).phase == "claiming" and not claimable:
        act(game, number, Move("pass"), now=now)
    return fresh(game)


def go_away(user: User | None, begins: datetime, ends: datetime) -> None:
    """Set a vacation as `accounts.vacations` does, and nothing else."""
    assert user is not None
    User.objects.filter(pk=user.pk).update(vacation_from=begins, vacation_until=ends)


def log(game: Game) -> list[tuple[int, str, str]]:
    """The log as (seat, act, detail)."""
    rows = MoveRow.objects.filter(game=game).order_by("number")
    return list(rows.values_list("seat", "act", "detail"))


def refused(code: str) -> pytest.RaisesExc[PlayError]:
    return pytest.raises(PlayError, check=lambda refusal: refusal.code == code)

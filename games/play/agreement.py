"""Whether all agree to end a game without a result, and that end; the caller holds the lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Game, Seat
from games.rules.state import State

from . import clock, notices
from .answers import answer_by, silent
from .finish import copied_to_seats
from .ratings.seats import UNCOUNTED
from .storage import Table

_PROPOSAL = ("proposed_by", "proposed_at", "proposal_deadline")


def is_last_to_agree(game: Game, seats: Sequence[Seat], seat: Seat) -> bool:
    """Return whether the consent of `seat` alone is missing to a proposal that stands."""
    return game.proposed_by is not None and silent(seats) == [seat]


def make_proposal(game: Game, seats: Sequence[Seat], by: Seat, now: datetime) -> bool:
    """Let `by` propose; return whether that ended the game, as nobody else is asked."""
    game.proposed_by, game.proposed_at = by.number, now
    others = [seat for seat in silent(seats) if seat is not by]
    game.proposal_deadline = answer_by(game, others, now)
    by.proposed_turn = by.turns
    by.save(update_fields=["proposed_turn"])
    return agree(game, seats, by, now)


def agree(
    game: Game, seats: Sequence[Seat], seat: Seat, now: datetime, *, by_silence: bool = False
) -> bool:
    """Count `seat` as agreeing to the proposal, if one stands; return whether that ended the game.

    Who ends it with a word of their own is not told of it. Agreeing twice changes nothing.
    """
    if game.proposed_by is None or seat.agreed:
        return False
    seat.agreed = True
    seat.save(update_fields=["agreed"])
    if not silent(seats):
        end(game, seats, "agreed", by=None if by_silence else seat, now=now)
        return True
    _save(game, *_PROPOSAL)
    return False


def drop_proposal(game: Game) -> None:
    """Let the proposal that stands be none."""
    _forget_proposal(game)
    Seat.objects.filter(game=game).update(agreed=False)
    _save(game, *_PROPOSAL)


def settle(table: Table, before: State, now: datetime) -> bool:
    """Look at the proposal once a seat has gone out; return whether all who are left agree.

    Then the game is over. The proposal of a seat that is out is none any more.
    """
    game = table.game
    if game.proposed_by is None or len(table.state.left) == len(before.left):
        return False
    if table.seats[game.proposed_by].left_at is not None:
        drop_proposal(game)
        return False
    if silent(table.seats):
        return False
    end(game, table.seats, "agreed", by=None, now=now)
    return True


def end(game: Game, seats: Sequence[Seat], why: str, *, by: Seat | None, now: datetime) -> None:
    """End the game without a result and tell all but `by`, who did it."""
    close(game, why, now)
    notices.called_off(game, seats, by=by, now=now)


def close(game: Game, why: str, now: datetime) -> None:
    """End the game without a result; who calls this tells those who sit there."""
    game.status = Game.Status.VOID
    game.end = why
    game.ended_at = now
    game.bot_due = False
    _forget_proposal(game)
    clock.clear(game)
    _save(game, "status", "end", "ended_at", "bot_due", *_PROPOSAL)
    Seat.objects.filter(game=game).update(**copied_to_seats(game), **UNCOUNTED)


def _forget_proposal(game: Game) -> None:
    game.proposed_by = game.proposed_at = game.proposal_deadline = None


def _save(game: Game, *columns: str) -> None:
    game.version += 1
    game.save(update_fields={"version", *clock.COLUMNS, *columns})

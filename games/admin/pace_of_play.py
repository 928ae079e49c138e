"""What staff see of the game that a report is about: who sits there and how long they take.

Of moves their moments and their seats alone are shown: nothing hidden comes near these pages.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import median

from games.models import Game, Seat
from games.play.turn_times import turns_in
from games.time_words import pace_words, span

_COLUMNS = (
    *("pk", "code", "status", "end", "players", "turn_number", "active_seat", "turn_started_at"),
    *("deadline", "stopped_seconds", "turn_seconds", "bank_seconds", "started_at", "ended_at"),
    "public",
)


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat, and how long its person's turns took, nights and vacations included."""

    seat: Seat
    usual: str  # the median; "" before the first turn
    longest: str
    due: bool  # the game waits for it


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game as staff see it beside a report on it: three queries."""

    game: Game
    pace: str
    seats: list[SeatFacts]


def facts_of(game_id: int) -> GameFacts:
    """Return what staff may see of a game. Raises Game.DoesNotExist."""
    game = Game.objects.only(*_COLUMNS).get(pk=game_id)
    taken: dict[int, list[float]] = defaultdict(list)
    for turn in turns_in(game_id):
        taken[turn.seat].append(turn.took.total_seconds())
    pace = pace_words(game.turn_seconds, game.bank_seconds)
    seats = [_facts(game, seat, taken[seat.number]) for seat in game.seats.select_related("user")]
    return GameFacts(game, pace, seats)


def _facts(game: Game, seat: Seat, seconds: list[float]) -> SeatFacts:
    due = seat.left_at is None and (
        (game.status == Game.Status.ARRANGING and not seat.ready)
        or (game.status == Game.Status.PLAYING and game.active_seat == seat.number)
    )
    usual = span(median(seconds)) if seconds else ""
    return SeatFacts(seat, usual, span(max(seconds)) if seconds else "", due)

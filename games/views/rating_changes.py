"""What a game did to the ratings of its players, as its table shows it."""

from __future__ import annotations

from typing import NamedTuple

from games.models import Game, Seat
from games.play.ratings.changes import Change, changes_of
from games.play.ratings.enough import SETTLED_FROM
from games.rating_words import change_text, number_text, rating_sentence


class ChangeRow(NamedTuple):
    """A player's rating before and after a game."""

    name: str
    before: str
    after: str
    change: str


class RatingChanges(NamedTuple):
    """What `_rating_changes.html` shows; without rows the result is not counted yet."""

    rows: list[ChangeRow]
    mine: str  # what is told of the reader's own; empty for watchers
    provisional: bool  # some are
    settled_from: int  # games from which none is


def rating_changes(game: Game, seats: list[Seat], *, mine: int | None) -> RatingChanges | None:
    """Return the changes in the order of the score sheet: one query; None for unrated games.

    `mine` is the number of the reader's seat.
    """
    if not game.rated:
        return None
    changes = {change.seat: change for change in changes_of(game)}
    ranked = sorted(seats, key=lambda seat: (seat.place or 0, seat.number))
    own = changes.get(mine) if mine is not None else None
    return RatingChanges(
        [_row(seat, changes[seat.number]) for seat in ranked if seat.number in changes],
        rating_sentence(own) if own else "",
        any(change.was_provisional or change.provisional for change in changes.values()),
        SETTLED_FROM,
    )


def _row(seat: Seat, change: Change) -> ChangeRow:
    return ChangeRow(
        seat.shown_name,
        number_text(change.before, provisional=change.was_provisional),
        number_text(change.after, provisional=change.provisional),
        change_text(change.before, change.after),
    )

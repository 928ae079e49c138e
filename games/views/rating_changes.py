"""What a game did to the ratings of its players, as its table shows it."""

from __future__ import annotations

from typing import NamedTuple

from games.models import Game, Seat
from games.play.ratings.changes import changes_of
from games.play.ratings.enough import SETTLED_FROM
from games.rating_words import change_text, number_text, shown


class ChangeRow(NamedTuple):
    """A player's rating before and after a game."""

    name: str
    before: int
    after: str
    change: str


class RatingChanges(NamedTuple):
    """What `_rating_changes.html` shows; without rows the result is not counted yet."""

    rows: list[ChangeRow]
    provisional: bool  # some are
    settled_from: int  # games from which none is


def rating_changes(game: Game, seats: list[Seat]) -> RatingChanges | None:
    """Return the changes by seat: one query; None for a game that is not rated."""
    if not game.rated:
        return None
    changes = changes_of(game)
    names = {seat.number: seat.shown_name for seat in seats}
    rows = [
        ChangeRow(
            names[change.seat],
            shown(change.before),
            number_text(change.after, provisional=change.provisional),
            change_text(change.before, change.after),
        )
        for change in changes
    ]
    return RatingChanges(rows, any(change.provisional for change in changes), SETTLED_FROM)

"""The end of a game: record, places and points, written with the last move."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from games.models import Move as MoveRow
from games.rules.moves import Move
from games.rules.notation.writing import write_record
from games.rules.state import State
from games.rules.visibility import view_for

from .deal import as_dealt
from .ratings.counting import count_soon
from .saving import set_changed
from .storage import Table


def finish(table: Table, after: State, now: datetime) -> None:
    """Set what a finished game keeps on `table`; the caller saves the game row.

    The log of the game must hold the last move already. Writes the seats' places and categories.
    """
    game = table.game
    game.record = write_record(
        as_dealt(game, bots=table.state.bots),
        decisions(game),
        players=[seat.recorded_name for seat in table.seats],
        seed=bytes(game.seed or b""),
        first_by=game.first_by,
    )
    game.ended_at = now
    copied = copied_to_seats(game)
    for shown, seat in zip(view_for(after, None).kingdoms, table.seats, strict=True):
        changed = set_changed(seat, place=shown.place, **shown.scores._asdict(), **copied)
        seat.save(update_fields=changed)
    count_soon(game, now)


def copied_to_seats(game: Game) -> dict[str, object]:
    """Return the columns of a game that its seats keep, once it has ended."""
    return {name: getattr(game, name) for name in ("ended_at", "ruleset", "rated", "public")}


def decisions(game: Game) -> list[tuple[int, Move]]:
    """Return the whole log of `game` as (seat, move) in order: one query."""
    rows = MoveRow.objects.filter(game=game).order_by("number")
    return [
        (seat, Move(act, square, detail))
        for seat, act, square, detail in rows.values_list("seat", "act", "square", "detail")
    ]

"""What has happened on a table, as one reader may know it: for pages and mails alike."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.models import Game
from games.models import Move as MoveRow
from games.play.prepared import Prepared
from games.play.turns import GUARDED
from games.rules.log import visible_events
from games.rules.moves import Event

RECENT = 36  # rows read; between two turns of a seat there are at most 4 times 3


class LogRow(NamedTuple):
    """A row of the log; see `games.models.Move`."""

    number: int
    turn: int
    seat: int
    act: str
    events: list[list[Any]]


class Happening(NamedTuple):
    """One decision and what came of it."""

    number: int  # the version it made
    fresh: bool  # since the reader's last turn
    events: tuple[Event, ...]  # as the reader may know them


def recent(game: Game, *, whole: bool) -> list[LogRow]:
    """Return the latest decisions of `game` as read, or all of them, in order: one query."""
    rows = (_ALL if whole else _LATEST)(game.pk, game.version)
    return [
        LogRow(number, turn, seat, act, json.loads(events))
        for number, turn, seat, act, events in reversed(rows)
    ]


def happenings(rows: Sequence[LogRow], *, eyes: int | None, turn: int) -> Iterator[Happening]:
    """Yield what `rows`, as `recent` gives them, hold for the seat `eyes`, the newest first.

    None are the eyes of a watcher. `turn` is the number of turns ended. Left out is that a card was
    drawn, where it is told next where the card went.
    """
    start = _last_turn(rows, eyes=eyes, turn=turn)
    for index in range(len(rows) - 1, -1, -1):
        row = rows[index]
        if row.act == "draw" and index < len(rows) - 1 and rows[index + 1].act != "leave":
            continue
        events = visible_events([Event(*event) for event in row.events], eyes)
        yield Happening(row.number, index >= start, tuple(events))


def _log(game_id: int, version: int) -> QuerySet[MoveRow, tuple[Any, ...]]:
    rows = MoveRow.objects.filter(game=game_id, number__lte=version).order_by("-number")
    return rows.values_list("number", "turn", "seat", "act", "events")


def _latest(game_id: int, version: int) -> QuerySet[MoveRow, tuple[Any, ...]]:
    return _log(game_id, version)[:RECENT]


_ALL = Prepared(_log, -1, 1_000_000)
_LATEST = Prepared(_latest, -1, 1_000_000)


def _last_turn(rows: Sequence[LogRow], *, eyes: int | None, turn: int) -> int:
    """The index of the first row after the reader's last turn, or after they got ready.

    A watcher has none: for them it is the start of the turn before this one.
    """
    if eyes is None:
        return next((index for index, row in enumerate(rows) if row.turn >= turn - 1), len(rows))
    for index in range(len(rows) - 1, -1, -1):
        row = rows[index]
        done = row.turn < turn if row.act in GUARDED else row.act == "ready"
        if row.seat == eyes and done:
            return index + 1
    return 0

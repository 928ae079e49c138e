"""What has happened on a table, told to one reader."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.log_words import event_sentence
from games.models import Game
from games.models import Move as MoveRow
from games.play.prepared import Prepared
from games.play.turns import GUARDED
from games.rules.log import visible_events
from games.rules.moves import Event

LINES = 12  # of the log, besides what is new since the reader's last turn
RECENT = 36  # rows read for them; between two turns of a seat there are at most 4 times 3


class LogRow(NamedTuple):
    """A row of the log; see `games.models.Move`."""

    number: int
    turn: int
    seat: int
    act: str
    events: list[list[Any]]


class Line(NamedTuple):
    """One decision and what came of it, in words."""

    number: int  # the version it made
    text: SafeString
    item: SafeString  # the same as an item of a list


@dataclass(frozen=True, slots=True)
class Story:
    """The log as shown, the newest first, and what has changed on the boards."""

    since: tuple[Line, ...]
    before: tuple[Line, ...]
    more: bool  # there is more than is shown
    changed: frozenset[tuple[int, int]]  # (seat, square) changed since the reader's last turn

    @property
    def since_items(self) -> SafeString:
        """What is new, as list items."""
        return mark_safe("\n".join(line.item for line in self.since))

    @property
    def before_items(self) -> SafeString:
        """What was before, as list items."""
        return mark_safe("\n".join(line.item for line in self.before))


def recent(game: Game, *, whole: bool) -> list[LogRow]:
    """Return the latest decisions of `game` as read, or all of them, in order: one query."""
    rows = (_ALL if whole else _LATEST)(game.pk, game.version)
    return [
        LogRow(number, turn, seat, act, json.loads(events))
        for number, turn, seat, act, events in reversed(rows)
    ]


def _log(game_id: int, version: int) -> QuerySet[MoveRow, tuple[Any, ...]]:
    rows = MoveRow.objects.filter(game=game_id, number__lte=version).order_by("-number")
    return rows.values_list("number", "turn", "seat", "act", "events")


def _latest(game_id: int, version: int) -> QuerySet[MoveRow, tuple[Any, ...]]:
    return _log(game_id, version)[:RECENT]


_ALL = Prepared(_log, -1, 1_000_000)
_LATEST = Prepared(_latest, -1, 1_000_000)


def story_of(
    rows: Sequence[LogRow], *, eyes: int | None, turn: int, names: tuple[str, ...], whole: bool
) -> Story:
    """Tell `rows`, as `recent` gives them, to the reader whose seat is `eyes` (None: a watcher).

    `turn` is the number of turns ended. With `whole` every row is told, else what is new since the
    reader's last turn and some before.
    """
    start = _last_turn(rows, eyes=eyes, turn=turn)
    changed: set[tuple[int, int]] = set()
    since: list[Line] = []
    before: list[Line] = []
    more = False
    for index in range(len(rows) - 1, -1, -1):
        row = rows[index]
        events = visible_events([Event(*event) for event in row.events], eyes)
        if index >= start:
            changed |= {
                (event.seat, event.square)
                for event in events
                if event.square >= 0 and event.seat != eyes
            }
        if row.act == "draw" and index < len(rows) - 1 and rows[index + 1].act != "leave":
            continue  # where the card went tells that it was drawn
        if index < start and len(before) == LINES and not whole:
            more = True
            break
        told = _tell(tuple(events), names, get_language())
        if told is not None:
            (since if index >= start else before).append(Line(row.number, *told))
    return Story(
        since=tuple(since),
        before=tuple(before),
        more=more or (not whole and len(rows) == RECENT),
        changed=frozenset(changed),
    )


def news(story: Story, seen: int) -> SafeString:
    """Return what was told after the version `seen`, the oldest first, to be read out."""
    lines = [line.text for line in story.since + story.before if line.number > seen]
    return mark_safe(" ".join(reversed(lines)))


@lru_cache(maxsize=10_000)
def _tell(
    events: tuple[Event, ...], names: tuple[str, ...], language: str | None
) -> tuple[SafeString, SafeString] | None:
    """What happened in the reader's `language`, bare and as an item of a list; None for nothing."""
    bold = [format_html("<b>{}</b>", name) for name in names]
    sentences = [event_sentence(event, bold) for event in events]
    text = mark_safe(" ".join(filter(None, sentences)))
    return (text, format_html("<li>{}</li>", text)) if text else None


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

"""What has happened on a table, as its page shows it to one reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.log_words import event_sentence
from games.rules.moves import Event
from games.story import RECENT, LogRow, happenings

from .pieces import NAMES, named

LINES = 12  # of the log, besides what is new since the reader's last turn


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


def story_of(
    rows: Sequence[LogRow], *, eyes: int | None, turn: int, names: tuple[str, ...], whole: bool
) -> Story:
    """Tell `rows`, as `recent` gives them, to the reader whose seat is `eyes` (None: a watcher).

    `turn` is the number of turns ended. With `whole` every row is told, else what is new since the
    reader's last turn and some before.
    """
    changed: set[tuple[int, int]] = set()
    since: list[Line] = []
    before: list[Line] = []
    more = not whole and len(rows) == RECENT
    for number, fresh, events in happenings(rows, eyes=eyes, turn=turn):
        if fresh:
            changed |= {
                (event.seat, event.square)
                for event in events
                if event.square >= 0 and event.seat != eyes
            }
        elif len(before) == LINES and not whole:
            more = True
            break
        told = tell(events, names, get_language())
        if told is not None:
            (since if fresh else before).append(Line(number, *told))
    return Story(since=tuple(since), before=tuple(before), more=more, changed=frozenset(changed))


def news(story: Story, seen: int) -> SafeString:
    """Return what was told after the version `seen`, the oldest first, to be read out."""
    lines = [line.text for line in story.since + story.before if line.number > seen]
    return mark_safe(" ".join(reversed(lines)))


def tell(
    events: tuple[Event, ...], names: tuple[str, ...], language: str | None
) -> tuple[SafeString, SafeString] | None:
    """Return what happened in a `language`, bare and as an item of a list; None for nothing."""
    kept = _told(events, language)
    return (named(kept[0], names), named(kept[1], names)) if kept else None


@lru_cache(maxsize=10_000)
def _told(events: tuple[Event, ...], language: str | None) -> tuple[SafeString, SafeString] | None:
    """The same with NAMES for the names of the seats."""
    bold = [format_html("<b>{}</b>", name) for name in NAMES]
    sentences = [event_sentence(event, bold) for event in events]
    text = mark_safe(" ".join(filter(None, sentences)))
    return (text, format_html("<li>{}</li>", text)) if text else None

"""What one pair of eyes may read in the log of a running game."""

from __future__ import annotations

from collections.abc import Iterable

from .moves import Event


def visible_events(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return `events` with everything blanked that `seat` (None: a watcher) may not know.

    A drawn card and one given back are known to their drawer alone (placing or putting it down has
    an event of its own, open to all); the order of a new pile to nobody; how somebody laid out the
    centre squares to its owner, since the Kingdom itself shows it once all are ready.
    """
    return [_blanked(event, seat) for event in events]


def _blanked(event: Event, seat: int | None) -> Event:
    if event.code == "reshuffled":
        return event._replace(kind="")
    if event.seat == seat:
        return event
    if event.code == "drew":
        return event._replace(kind="")
    if event.code == "left":
        return event._replace(other="")
    if event.code == "arranged":
        return event._replace(detail="")
    return event

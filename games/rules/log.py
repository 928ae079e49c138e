"""What one pair of eyes may read in the log of a running game."""

from __future__ import annotations

from collections.abc import Iterable

from .moves import Event


def visible_events(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return `events` with everything blanked that `seat` (None: a watcher) may not know.

    A drawn card is known to its drawer alone (placing it or putting it down has its own event,
    open to all); a card given back to the pile and the order of a new pile to nobody; how somebody
    laid out the centre squares to its owner, since the Kingdom shows it once all are ready.
    """
    return [_blanked(event, seat) for event in events]


def _blanked(event: Event, seat: int | None) -> Event:
    if event.code in ("reshuffled", "left"):
        return event._replace(kind="")
    if event.seat == seat:
        return event
    if event.code == "drew":
        return event._replace(kind="")
    if event.code == "arranged":
        return event._replace(detail="")
    return event

"""A record played again up to one of its positions."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.moves import Event
from games.rules.state import State

from .checking import play_turns, start
from .record import Record


class Step(NamedTuple):
    """One entry of a record's `turns`, and what happened by it."""

    entry: str
    seat: int  # whose turn it was, or who went out
    events: tuple[Event, ...]  # hidden kinds included: show them through `log.visible_events`


class Replay(NamedTuple):
    """A game's steps from first to last, and the game as it stood after so many of them."""

    steps: tuple[Step, ...]
    at: int  # 0: as the first turn begins
    state: State  # after `at` steps; only `visibility` may show it to anyone
    last: State  # after all of them


def replay(record: Record, at: int | None = None) -> Replay:
    """Play a record again and keep the position after `at` steps, the last one by default.

    A position keeps its number for good: those of a running game are those of its record in the
    end. Raises IllegalTurn for the first turn that is not legal, IndexError for a position that
    there is not.
    """
    number = len(record.turns) if at is None else at
    if not 0 <= number <= len(record.turns):
        raise IndexError(number)
    state = start(record)
    kept = state.copy()
    steps: list[Step] = []
    active = state.active
    for turn, events in play_turns(state, record.turns):
        seat = turn.target if turn.act == "resign" else active
        steps.append(Step(str(record.turns[len(steps)]), seat, tuple(events)))
        active = state.active
        if len(steps) == number:
            kept = state.copy()
    return Replay(tuple(steps), number, kept, state)

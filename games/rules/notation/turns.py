"""One entry of a record's `turns`: what it says, and playing it."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import SQUARE_INDEX
from games.rules.engine import play
from games.rules.errors import RulesError
from games.rules.legends import known_legend
from games.rules.moves import Event, Move
from games.rules.state import CLAIMING, OVER, State

_PLACING_ACTS = ("take", "keep", "reveal")


class Turn(NamedTuple):
    """An entry, read but not yet checked against a game."""

    act: str  # take, keep, reveal, timeout or resign
    target: int = -1  # the square, or the seat that resigns
    before: str = ""  # id of the Legend claimed before the action
    after: str = ""  # id of the one claimed after it


def read_turn(text: object) -> Turn:
    """Read an entry such as `claim tribe-elf, keep b3`; raises RulesError if it is none."""
    if not isinstance(text, str):
        raise RulesError("turn-not-text")
    act, target = "", -1
    claims = {"before": "", "after": ""}
    for part in text.split(", "):
        verb, _, rest = part.partition(" ")
        if verb == "claim":
            if any(claims.values()):
                raise RulesError("one-claim-a-turn")
            claims["after" if act else "before"] = known_legend(rest)
        elif act:
            raise RulesError("one-action-a-turn")
        else:
            act, target = verb, _target(verb, rest, part)
    if not act:
        raise RulesError("no-action")
    if claims["after"] and act not in _PLACING_ACTS:
        raise RulesError("claim-after-leaving")
    return Turn(act, target, **claims)


def _target(verb: str, rest: str, part: str) -> int:
    if verb in _PLACING_ACTS:
        if rest not in SQUARE_INDEX:
            raise RulesError("no-such-square", square=rest)
        return SQUARE_INDEX[rest]
    if verb == "resign":
        if rest not in ("0", "1", "2", "3"):
            raise RulesError("no-such-seat", seat=rest)
        return int(rest)
    if part == "timeout":
        return -1
    raise RulesError("no-such-action", action=part)


def play_turn(state: State, turn: Turn) -> list[Event]:
    """Play an entry in place and tell what happened, in order.

    A Legend that could be claimed after the action and is not is passed. Raises RulesError if the
    entry is not legal, with the game in the middle of it.
    """
    seat = state.active
    events: list[Event] = []
    if turn.before:
        events += play(state, seat, Move("claim", detail=turn.before))
    if turn.act == "timeout":
        events += play(state, seat, Move("leave", detail="timeout"))
    elif turn.act == "resign":
        events += play(state, turn.target, Move("leave", detail="resigned"))
        if turn.before and turn.target != seat and state.phase != OVER:
            raise RulesError("turn-goes-on")
    else:
        if turn.act != "take":
            events += play(state, seat, Move("draw"))
        events += play(state, seat, Move(turn.act, turn.target))
        events += _end(state, seat, turn.after)
    return events


def _end(state: State, seat: int, claimed: str) -> list[Event]:
    """Claim or pass after the action."""
    if claimed and state.phase not in (CLAIMING, OVER):
        raise RulesError(
            "not-fulfilled" if claimed in state.river else "not-in-river", legend=claimed
        )
    if claimed:
        return play(state, seat, Move("claim", detail=claimed))
    if state.phase == CLAIMING:
        return play(state, seat, Move("pass"))
    return []

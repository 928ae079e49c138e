"""Records to test with: of random games, and of the worked cases with their decisions."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from games.rules.engine import play
from games.rules.moves import Move
from games.rules.notation.checking import start
from games.rules.notation.record import Record, read_record
from games.rules.notation.turns import play_turn, read_turn
from games.rules.notation.writing import write_record
from games.rules.state import CLAIMING, State
from tests.rules.builders import Decision, play_out, random_game

NAMES = ["Ana", "Bo", "Cy", "Di"]


def random_record(random: Random, **fixed: Any) -> tuple[State, dict[str, Any]]:
    """A random whole game as it ended, and its record as it comes back from JSON."""
    seed = random.randbytes(32)
    first = random.choice([None, 0])
    dealt = random_game(random, **{"seed": seed, "first": first, **fixed})
    state = dealt.copy()
    decisions = [*play_out(state, random, leaving=0.02)]
    record = write_record(
        dealt,
        decisions,
        players=NAMES[: len(dealt.kingdoms)],
        seed=seed if random.random() < 0.7 else None,
        first_by="seed" if first is None else "account",
    )
    return state, json.loads(json.dumps(record))


def replayed(value: dict[str, Any]) -> State:
    """The game of a record as it stands after its last turn."""
    record = read_record(value)
    state = start(record)
    for text in record.turns:
        play_turn(state, read_turn(text))
    return state


def decisions_of(record: Record) -> list[Decision]:
    """The decisions that a record's turns tell, as the log of its game would hold them."""
    state = start(record)
    decisions: list[Decision] = []

    def decide(seat: int, move: Move) -> None:
        play(state, seat, move)
        decisions.append((seat, move))

    for text in record.turns:
        turn = read_turn(text)
        seat = state.active
        if turn.before:
            decide(seat, Move("claim", detail=turn.before))
        if turn.act == "timeout":
            decide(seat, Move("leave", detail="timeout"))
        elif turn.act == "resign":
            decide(turn.target, Move("leave", detail="resigned"))
        else:
            if turn.act != "take":
                decide(seat, Move("draw"))
            decide(seat, Move(turn.act, turn.target))
        if turn.after:
            decide(seat, Move("claim", detail=turn.after))
        elif state.phase == CLAIMING:
            decide(seat, Move("pass"))
    return decisions

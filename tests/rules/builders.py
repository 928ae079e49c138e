"""Plain builders for the rules: Kingdoms and tables from drawings, whole random games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from games.rules.cards import SQUARE_INDEX
from games.rules.engine import play
from games.rules.kingdom import Kingdom
from games.rules.legality import legal_moves
from games.rules.moves import Event, Move
from games.rules.rulings import latest
from games.rules.setup import new_game
from games.rules.state import OVER, State

VECTORS = Path(__file__).parent.parent / "vectors"
Decision = tuple[int, Move]


def vectors(name: str) -> list[dict[str, Any]]:
    """The worked cases of one file."""
    with (VECTORS / f"{name}.jsonl").open() as lines:
        return [json.loads(line) for line in lines]


def kingdom(drawing: str) -> Kingdom:
    """A Kingdom drawn as four lines of four letters."""
    return Kingdom.parse(drawing.split())


def square(name: str) -> int:
    """The index of a square."""
    return SQUARE_INDEX[name]


def at(act: str, name: str) -> Move:
    """A move to a named square."""
    return Move(act, square(name))


def table(
    *drawings: str,
    pile: str = "PPP",
    discard: str = "F",
    river: Sequence[str] = (),
    legend_pile: Sequence[str] = (),
    **fields: Any,
) -> State:
    """A game of Kingdoms as drawn, seat 0 about to act; piles are written top card first."""
    kingdoms = [kingdom(drawing) for drawing in drawings]
    seats = len(kingdoms)
    state = State(
        rulings=latest(),
        ruleset="rulebook",
        kingdoms=kingdoms,
        pile=[*reversed(pile)],
        discard=[*reversed(discard)],
        river=[*river],
        legend_pile=[*reversed(legend_pile)],
        reshuffle=lambda cards, number: cards[::-1],
        legends=[[] for _ in drawings],
        turns=[0] * seats,
        ready=[True] * seats,
        dealt=[each.centre() for each in kingdoms],
    )
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def codes(events: Sequence[Event]) -> list[str]:
    """What happened, by code alone."""
    return [event.code for event in events]


def random_game(random: Random, **fixed: Any) -> State:
    """A freshly dealt game with options of any kind."""
    players = fixed.get("players") or random.choice([2, 3, 4])
    bots = frozenset(seat for seat in range(players) if random.random() < 0.2)
    rulings = fixed.get("rulings", latest())
    options: dict[str, Any] = {
        "seed": random.randbytes(32),
        "players": players,
        "rulings": rulings,
        "ruleset": random.choice([*rulings.rulesets]),
        "leavers": random.choice(["out", "bot"]),
        "turn_limit": random.choice([0, 1, 3, 40]),
        "first": random.choice([None, random.randrange(players)]),
        "bots": bots,
    }
    return new_game(**{**options, **fixed})


def play_out(state: State, random: Random, *, leaving: float = 0.01) -> Iterator[Decision]:
    """Play random legal decisions in place until the game is over, telling each once it is made.

    `leaving` is how likely a decision is somebody's leaving, where that can be.
    """
    while state.phase != OVER:
        seat, move = _decide(state, random, leaving)
        play(state, seat, move)
        yield seat, move


def _decide(state: State, random: Random, leaving: float) -> Decision:
    seats = range(len(state.kingdoms))
    everything = [(seat, move) for seat in seats for move in legal_moves(state, seat)]
    leaves = [decision for decision in everything if decision[1].act == "leave"]
    if leaves and random.random() < leaving:
        return random.choice(leaves)
    # By act first: else there would be hardly a draw among so many squares to take to.
    others = [decision for decision in everything if decision[1].act != "leave"]
    act = random.choice(sorted({move.act for _, move in others}))
    return random.choice([decision for decision in others if decision[1].act == act])


def positions(state: State, random: Random, *, leaving: float = 0.01) -> Iterator[State]:
    """The same state object after each decision of a random game, the deal included."""
    yield state
    for _ in play_out(state, random, leaving=leaving):
        yield state


def conceivable_moves(state: State) -> list[Decision]:
    """Every decision anybody could think of, and some that nobody should."""
    seats = range(-1, len(state.kingdoms) + 1)
    details = ["", *map("".join, {*map(tuple, state.dealt)}), "PFMS", "PPPP", "PFM", "pfms"]
    moves = [Move("ready"), Move("draw"), Move("pass"), Move("swap"), Move("")]
    moves += [Move(act, target) for act in ("take", "keep", "reveal") for target in range(-1, 17)]
    moves += [Move("arrange", detail=order) for order in details]
    moves += [Move("claim", detail=name) for name in (*state.river, *state.legend_pile, "", "x")]
    moves += [Move("leave", detail=why) for why in ("resigned", "timeout", "removed", "", "bored")]
    return [*product(seats, moves)]

"""How fast and how strong the bots are, on one core: `python -m bench.bots`.

Times are processor time, so that what else the machine does counts little; games are seeded.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import process_time

from games.bots import BOTS
from games.rules.engine import play
from games.rules.ranking import places
from games.rules.rulings import latest
from games.rules.scoring import Scores, score
from games.rules.setup import new_game
from games.rules.state import ARRANGING, OVER
from games.rules.visibility import view_for

SPEED_GAMES = 20
STRENGTH_GAMES = 120


@dataclass
class Thinking:
    """What the decisions of some games have cost so far."""

    decisions: int = 0
    seconds: float = 0.0


def main() -> None:
    """Measure and print."""
    _print_speed()
    for players in (2, 3, 4):
        _print_strength(players)


def _print_speed() -> None:
    thinking = Thinking()
    started = process_time()
    scores = [
        own
        for number in range(SPEED_GAMES)
        for own in _final_scores(["greedy"] * 4, number, thinking)
    ]
    games = SPEED_GAMES / (process_time() - started)
    milliseconds = 1000 * thinking.seconds / thinking.decisions
    points = sum(own.total for own in scores) / len(scores)
    print(f"{games:>11,.1f} whole games of four greedy bots per second, {points:.0f} Harmony each")
    print(f"{milliseconds:>11,.1f} ms for a decision of the greedy bot (aim below 10)")


def _print_strength(players: int) -> None:
    won = 0.0
    for number in range(STRENGTH_GAMES):
        seat = number % players
        bots = ["random"] * players
        bots[seat] = "greedy"
        ranks = places(_final_scores(bots, number, Thinking()))
        won += (ranks[seat] == 1) / ranks.count(1)
    print(
        f"{100 * won / STRENGTH_GAMES:>10,.0f}% of games won by a greedy bot against"
        f" {players - 1} random {'ones' if players > 2 else 'one'} (by luck {100 / players:.0f}%)"
    )


def _final_scores(bots: list[str], number: int, thinking: Thinking) -> list[Scores]:
    """Play a game of `bots` by seat and add what it costs to `thinking`."""
    random = Random(number)
    state = new_game(seed=random.randbytes(32), players=len(bots), rulings=latest())
    while state.phase != OVER:
        seat = state.ready.index(False) if state.phase == ARRANGING else state.active
        view = view_for(state, seat)
        started = process_time()
        move = BOTS[bots[seat]](view, random)
        thinking.seconds += process_time() - started
        thinking.decisions += 1
        play(state, seat, move)
    return [
        score(kingdom, state.rulings, state.ruleset, legends)
        for kingdom, legends in zip(state.kingdoms, state.legends, strict=True)
    ]


if __name__ == "__main__":
    main()

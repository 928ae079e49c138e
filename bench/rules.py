"""How fast the rules are, on one core: `python -m bench.rules`.

Every figure is the best of some rounds, in processor time, so that what else the machine does
counts little. Tables that fill themselves (games/rules/connection.py) are full after the first.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from games.rules.cards import KINDS
from games.rules.engine import play
from games.rules.kingdom import Kingdom
from games.rules.legality import turn_moves
from games.rules.legends import LEGENDS, fulfilled
from games.rules.moves import Move
from games.rules.rulesets import DEFAULT
from games.rules.rulings import latest
from games.rules.scoring import score
from games.rules.setup import new_game
from games.rules.state import OVER, State

ROUNDS = 7
KINGDOMS = 20_000
GAMES = 300
TURN_LIMIT = 40


def main() -> None:
    """Measure and print."""
    random = Random(2026)
    print(f"{kingdoms_scored(random):>11,.0f} Kingdoms scored per second (aim 200,000)")
    print(f"{legend_checks(random):>11,.0f} Legend checks per second")
    print(f"{turns_played(random):>11,.0f} turns per second in random whole games (aim 138,000)")


def kingdoms_scored(random: Random) -> float:
    """Whole Kingdoms of sixteen cards a second, all seven categories."""
    kingdoms = _kingdoms(random)
    rulings = latest()

    def score_all() -> int:
        for kingdom in kingdoms:
            score(kingdom, rulings, DEFAULT)
        return len(kingdoms)

    return _best_rate(lambda: score_all)


def legend_checks(random: Random) -> float:
    """Answers a second to "does this Kingdom fulfil this Legend", each worked out anew."""

    def prepare() -> Callable[[], int]:
        kingdoms = _kingdoms(random)

        def check_all() -> int:
            for kingdom in kingdoms:
                fulfilled(kingdom)
            return len(kingdoms) * len(LEGENDS)

        return check_all

    return _best_rate(prepare)


def turns_played(random: Random) -> float:
    """Turns a second from the first turn to the scores.

    Each decision is chosen among all the legal moves and checked again as it is played.
    """

    def prepare() -> Callable[[], int]:
        games = [_begun(random, players=2 + number % 3) for number in range(GAMES)]

        def play_all() -> int:
            for state in games:
                while state.phase != OVER:
                    moves = turn_moves(state, state.active)
                    play(state, state.active, moves[int(random.random() * len(moves))])
            return sum(sum(state.turns) for state in games)

        return play_all

    return _best_rate(prepare)


def _best_rate(prepare: Callable[[], Callable[[], int]]) -> float:
    """The most done in a second of any round; making ready is not counted."""
    best = 0.0
    for _ in range(ROUNDS):
        run = prepare()
        start = process_time()
        done = run()
        best = max(best, done / (process_time() - start))
    return best


def _kingdoms(random: Random) -> list[Kingdom]:
    deck = [kind for kind in KINDS for _ in range(8)]
    return [Kingdom(random.sample(deck, 16)) for _ in range(KINGDOMS)]


def _begun(random: Random, *, players: int) -> State:
    state = new_game(
        seed=random.randbytes(32), players=players, rulings=latest(), turn_limit=TURN_LIMIT
    )
    for seat in range(players):
        play(state, seat, Move("ready"))
    return state


if __name__ == "__main__":
    main()

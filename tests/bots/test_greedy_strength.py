"""The greedy bot beats the random one nearly always."""

from __future__ import annotations

from random import Random

from games.bots import BOTS
from games.rules.engine import play
from games.rules.ranking import places
from games.rules.rulings import latest
from games.rules.scoring import score
from games.rules.setup import new_game
from games.rules.state import ARRANGING, OVER
from games.rules.visibility import view_for

GAMES = 12


def place_of_greedy(number: int) -> int:
    """The place of a greedy bot against a random one; who starts changes from game to game."""
    random = Random(number)
    state = new_game(seed=random.randbytes(32), players=2, rulings=latest(), first=number % 2)
    while state.phase != OVER:
        seat = state.ready.index(False) if state.phase == ARRANGING else state.active
        bot = "greedy" if seat == 0 else "random"
        play(state, seat, BOTS[bot](view_for(state, seat), random))
    scores = [
        score(kingdom, state.rulings, state.ruleset, legends)
        for kingdom, legends in zip(state.kingdoms, state.legends, strict=True)
    ]
    return places(scores)[0]


def test_greedy_wins_more_than_nine_of_ten_games() -> None:
    won = sum(place_of_greedy(number) == 1 for number in range(GAMES))
    assert won > 0.9 * GAMES

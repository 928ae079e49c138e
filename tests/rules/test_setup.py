"""The deal and the options of a game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.cards import CENTRE, KINDS, OUTER
from games.rules.errors import RulesError
from games.rules.legends import LEGEND_IDS
from games.rules.rulings import latest
from games.rules.setup import deal, new_game
from games.rules.state import ARRANGING

SEED = bytes(range(32))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_cards_in_play_are_dealt(players: int) -> None:
    dealt = deal(SEED, players, latest())
    cards = Counter(dealt.pile)
    for kingdom in dealt.kingdoms:
        cards.update("".join(kingdom.cells).upper())
    assert cards == dict.fromkeys(KINDS, latest().copies[players])
    assert sorted(dealt.legends) == list(LEGEND_IDS)
    assert dealt.first in range(players)


def test_four_different_kinds_lie_face_up_in_the_centre() -> None:
    for kingdom in deal(SEED, 4, latest()).kingdoms:
        assert len({kingdom.cells[square] for square in CENTRE} & {*KINDS}) == 4
        assert all(kingdom.cells[square].islower() for square in OUTER)


def test_a_game_starts_with_everybody_arranging() -> None:
    state = new_game(seed=SEED, rulings=latest(), players=3)
    assert state.phase == ARRANGING
    assert state.discard == []
    assert len(state.river) == 8
    assert state.river + state.legend_pile[::-1] == deal(SEED, 3, latest()).legends
    assert state.pile[-1] == deal(SEED, 3, latest()).pile[0]
    assert state.dealt == [kingdom.centre() for kingdom in state.kingdoms]


def test_the_seed_draws_the_first_seat_unless_the_table_names_it() -> None:
    drawn = new_game(seed=SEED, rulings=latest(), players=4)
    assert drawn.first == drawn.active == deal(SEED, 4, latest()).first
    named = new_game(seed=SEED, rulings=latest(), players=4, first=(drawn.first + 1) % 4)
    assert named.first == named.active == (drawn.first + 1) % 4


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 1}, "players-count"),
        ({"players": 5}, "players-count"),
        ({"seed": b"short"}, "seed-length"),
        ({"ruleset": "house"}, "no-such-ruleset"),
        ({"first": 2}, "no-such-seat"),
        ({"bots": frozenset({2})}, "no-such-seat"),
        ({"leavers": "ghost"}, "no-such-leavers"),
        ({"turn_limit": -1}, "turn-limit"),
    ],
)
def test_an_option_that_does_not_exist_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesError) as refusal:
        new_game(**{"seed": SEED, "players": 2, "rulings": latest(), **options})
    assert refusal.value.code == code

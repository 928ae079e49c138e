"""State, turn and log cost a fixed number of queries, whatever the players and the log."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.play.expiry import expire
from games.play.storage import load
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user, play_some

pytestmark = pytest.mark.django_db

STATE = 8
TURN = 20


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("moves", [0, 90])
def test_the_state_of_a_game(seats: int, moves: int) -> None:
    game = make_game(*(make_user() for _ in range(seats)), turn_limit=0)
    play_some(game, moves)
    with CaptureQueriesContext(connection) as queries:
        load(Game.objects.get(pk=game.pk))
    assert len(queries) <= STATE


@pytest.mark.parametrize("seats", [2, 4])
def test_every_turn_of_a_whole_game_the_last_one_included(seats: int) -> None:
    game = make_game(*(make_user() for _ in range(seats)), turn_limit=12)
    while Game.objects.get(pk=game.pk).is_running:
        with CaptureQueriesContext(connection) as queries:
            play_some(game, 1)
        told = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
        spent_on_choosing = 5 + 1  # play_some reads the state and the version first
        assert len(told) - spent_on_choosing <= TURN, told


@pytest.mark.parametrize("seats", [2, 4])
def test_arranging_and_leaving(seats: int) -> None:
    game = make_game(*(make_user() for _ in range(seats)), arranged=False)
    dealt = game.seats.get(number=0).dealt
    for move in (Move("arrange", detail=dealt[::-1]), Move("leave", detail="resigned")):
        with CaptureQueriesContext(connection) as queries:
            act(game, 0, move)
        assert len(queries) <= TURN


def test_a_turn_that_uses_its_bank_up() -> None:
    for late in (timedelta(days=2), timedelta(days=9)):
        game = make_game(*(make_user() for _ in range(4)))
        act(game, game.active_seat, Move("draw"))
        with CaptureQueriesContext(connection) as queries:
            act(game, game.active_seat, Move("reveal", 0), now=NOW + late)
        assert len(queries) <= TURN


def test_a_time_out() -> None:
    game = make_game(*(make_user() for _ in range(4)))
    with CaptureQueriesContext(connection) as queries:
        assert expire(game.pk, NOW + timedelta(days=4))
    assert len(queries) <= TURN

"""What a table costs in queries, whatever the players and the log."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from tests.builders import make_game, make_user, play_some
from tests.views.sitting import sit

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = 14
TURN = 20
POLL = 3


@pytest.fixture(params=[2, 4])
def game(request: pytest.FixtureRequest) -> Game:
    return make_game(*(make_user() for _seat in range(request.param)))


def length(moves: int, game: Game) -> None:
    play_some(game, moves)
    game.refresh_from_db()


@pytest.mark.parametrize("moves", [0, 20])
@pytest.mark.parametrize("query", ["", "log=all", "square=a1"])
def test_a_page(game: Game, moves: int, query: str) -> None:
    length(moves, game)
    sitting = sit(game, game.seats.get(number=game.active_seat).user)
    for htmx in (False, True):
        with CaptureQueriesContext(connection) as queries:
            assert sitting.see(query, htmx=htmx).status == 200
        assert len(queries) <= PAGE


def test_players_and_log_cost_no_query_more() -> None:
    counts = set()
    for players, moves in ((2, 0), (4, 0), (2, 12), (4, 24)):
        game = make_game(*(make_user() for _seat in range(players)))
        length(moves, game)
        assert game.is_running
        sitting = sit(game, game.seats.get(number=0).user)
        with CaptureQueriesContext(connection) as queries:
            sitting.see()
        counts.add(len(queries))
    assert len(counts) == 1


@pytest.mark.parametrize("moves", [0, 20])
def test_a_turn_by_a_plain_form(game: Game, moves: int) -> None:
    length(moves, game)
    user = game.seats.get(number=game.active_seat).user
    assert user is not None
    sitting = sit(game, user)
    acts = {"action": {"act": "draw"}, "placing": {"act": "reveal"}, "claiming": {"act": "pass"}}
    sent = {"version": str(game.version), **acts[game.phase]}
    if sent["act"] == "reveal":
        sent["square"] = next(
            name for name, form in sitting.see().buttons.items() if form == "choose"
        )
    with CaptureQueriesContext(connection) as queries:
        answer = sitting.client.post(sitting.address, sent)
    assert answer.status_code in {303, 422}
    assert len(queries) <= TURN


def test_a_poll(game: Game) -> None:
    sitting = sit(game, game.seats.get(number=0).user)
    with CaptureQueriesContext(connection) as queries:
        sitting.poll(f"v={game.version}&page=table&seat=0")
    assert len(queries) <= POLL

"""A reader without the lock sees the game as it stood at one moment, before a move or after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.models import Game
from games.play.storage import read
from games.rules.moves import Move
from tests.builders import act, make_game, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("queries", [1, 2, 3, 4])
def test_a_move_between_two_queries_is_seen_whole(queries: int) -> None:
    game = make_game(make_user(), make_user())
    seat = game.active_seat
    square = 0
    seen = 0

    def move_in_between(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        nonlocal seen
        result = execute(sql, params, many, context)
        seen += 1
        if seen == queries:
            act(game, seat, Move("take", square))
        return result

    taken = game.discard[0]
    with connection.execute_wrapper(move_in_between):
        table = read(Game.objects.get(pk=game.pk))
    kingdom = table.state.kingdoms[seat]
    if table.game.version == game.version:
        assert table.state.discard == [taken]
        assert kingdom.cells[square].islower()
    else:
        assert table.state.discard != [taken] or kingdom.cells[square].isupper()
        assert kingdom.cells[square] == taken
    assert table.state.phase == table.game.phase

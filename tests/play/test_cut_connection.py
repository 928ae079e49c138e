"""A connection cut between any two statements leaves the game as before or after the move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection

from games.models import Game
from games.play.turns import take_turn
from games.rules.moves import Move
from tests.builders import NOW, make_game, make_user
from tests.play.test_take_turn import everything

pytestmark = pytest.mark.django_db(transaction=True)


def cut() -> None:
    """Break the test's connection as a crashed server or a lost network does."""
    if connection.vendor == "postgresql":
        other = connection.copy()
        try:
            with other.cursor() as cursor:
                pid = connection.connection.info.backend_pid
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        finally:
            other.close()
    else:
        connection.connection.close()


def cutting_after(statements: int) -> tuple[Callable[..., Any], list[str]]:
    """A wrapper that cuts the connection after so many statements, and the statements it saw."""
    seen: list[str] = []

    def wrapper(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        result = execute(sql, params, many, context)
        seen.append(sql)
        if len(seen) == statements:
            cut()
        return result

    return wrapper, seen


MOVES = {
    "draw": Move("draw"),
    "the last move of the game": Move("leave", detail="resigned"),
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES.keys())
def test_the_game_is_as_before_or_after(move: Move) -> None:
    game = make_game(make_user(), make_user())
    statements = 0
    while True:
        statements += 1
        before = everything(game)
        wrapper, seen = cutting_after(statements)
        try:
            with connection.execute_wrapper(wrapper):
                take_turn(
                    game_id=game.pk,
                    seat=game.active_seat,
                    move=move,
                    version=game.version,
                    now=NOW,
                )
        except DatabaseError:
            connection.close()
            assert everything(game) == before, seen
        else:
            break
    assert statements > 5
    assert len(seen) == statements - 1
    game = Game.objects.get(pk=game.pk)
    assert everything(game) != before
    assert game.is_running == (move.act == "draw")

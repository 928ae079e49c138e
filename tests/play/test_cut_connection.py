"""A connection cut between any two statements leaves the game as before or after the move."""

from __future__ import annotations

import os
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

CUT = 77  # exit status of a process that was cut


def terminate_backend() -> None:
    """Break the connection to PostgreSQL as a restarted server does."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            pid = connection.connection.info.backend_pid
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    finally:
        other.close()


def end_process() -> None:
    """End this process at once, as a lost power supply does."""
    os._exit(CUT)


def cut_after(statements: int, cut: Callable[[], None], act: Callable[[], object]) -> int:
    """Run `act` and `cut` after so many statements; return how many there were."""
    seen = 0

    def wrapper(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        nonlocal seen
        result = execute(sql, params, many, context)
        seen += 1
        if seen == statements:
            cut()
        return result

    with connection.execute_wrapper(wrapper):
        act()
    return seen


def in_another_process(work: Callable[[], object]) -> bool:
    """Run `work` in a process of its own; return whether it was cut. Raises if it failed."""
    connection.close()
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert status in (0, CUT)
    return status == CUT


def was_cut(statements: int, act: Callable[[], object]) -> bool:
    """Run `act`, cut after so many statements; return whether it came to that."""
    if connection.vendor == "sqlite":
        return in_another_process(lambda: cut_after(statements, end_process, act))
    try:
        cut_after(statements, terminate_backend, act)
    except DatabaseError:
        connection.close()
        return True
    return False


MOVES = {
    "draw": Move("draw"),
    "the last move of the game": Move("leave", detail="resigned"),
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES.keys())
def test_the_game_is_as_before_or_after(move: Move) -> None:
    game = make_game(make_user(), make_user())
    before = everything(game)

    def act() -> None:
        take_turn(game_id=game.pk, seat=game.active_seat, move=move, version=game.version, now=NOW)

    statements = 1
    while was_cut(statements, act):
        assert everything(game) == before
        statements += 1
    assert statements > 6  # lock, three reads, the log and the game row
    assert everything(game) != before
    assert Game.objects.get(pk=game.pk).is_running == (move.act == "draw")

"""Sweeps side by side, and one that is cut off: each game is timed out once, or not yet."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import partial
from threading import Event, Thread

import pytest
from django.db import OperationalError, connection, connections, transaction

from games.models import Game
from games.models import Move as MoveRow
from games.play import expiry
from games.play.batches import attempt
from games.play.expiry import expire, expire_due
from games.play.turns import lock, take_turn
from games.rules.moves import Move
from tests.builders import NOW, make_game, make_turns, make_user
from tests.play.clockwork import DAY, MINUTE, SECOND, fresh, log
from tests.play.test_cut_connection import terminate_backend, was_cut
from tests.play.test_parallel import at_once
from tests.play.test_take_turn import everything
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)

UP = NOW + 4 * DAY


def overdue(games: int, **options: object) -> list[Game]:
    users = [make_user() for _ in range(3)]
    for user in users:
        make_turns(user)
    return [
        make_game(*users, seed=bytes([number + 1] * 32), **options)  # type: ignore[arg-type]
        for number in range(games)
    ]


def test_three_workers_time_out_each_game_once() -> None:
    games = overdue(12)
    changed = side_by_side([partial(expire_due, UP)] * 3)
    assert sum(changed) == 12
    late = MoveRow.objects.filter(act="leave").values_list("game", flat=True)
    assert Counter(late) == {game.pk: 1 for game in games}
    assert {fresh(game).version for game in games} == {games[0].version + 1}


def test_three_workers_make_late_arrangers_ready_once() -> None:
    games = overdue(6, arranged=False)
    side_by_side([partial(expire_due, UP)] * 3)
    for game in games:
        assert log(game) == [(number, "ready", "timeout") for number in range(3)]
        assert fresh(game).status == Game.Status.PLAYING


def test_a_move_at_the_last_moment_counts_or_comes_too_late_but_nothing_breaks() -> None:
    (game,) = overdue(1)
    move = partial(
        take_turn,
        game_id=game.pk,
        seat=game.active_seat,
        move=Move("draw"),
        version=game.version,
        now=UP,
    )
    outcomes = at_once([move, partial(expire, game.pk, UP)])
    # The deadline is that of the turn: a card drawn in time is still a turn that ran out.
    assert outcomes in ({"counted": 2}, {"counted": 1, "stale": 1})
    assert [row[1] for row in log(game)[3:]] in (["draw"], ["leave"], ["draw", "leave"])


@pytest.mark.postgresql
def test_a_game_that_somebody_has_is_skipped_and_the_others_are_not() -> None:
    held, free = overdue(2)
    has_it, done = Event(), Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                lock(held.pk)
                has_it.set()
                done.wait(30)
        finally:
            connections.close_all()

    other = Thread(target=hold)
    other.start()
    assert has_it.wait(30)
    try:
        assert expire_due(UP) == 1
    finally:
        done.set()
        other.join()
    assert (fresh(held).version, fresh(free).version) == (held.version, free.version + 1)
    assert expire_due(UP) == 1
    assert log(held)[-1][1] == "leave"


@pytest.mark.parametrize("arranged", [True, False])
def test_a_worker_killed_in_the_middle_leaves_the_game_as_it_was_or_done(arranged: bool) -> None:
    (game,) = overdue(1, arranged=arranged)
    before = everything(game)
    statements = 1
    while was_cut(statements, partial(expire, game.pk, UP)):
        assert everything(game) == before
        statements += 1
    assert statements > 8
    ended = log(game)
    assert len(ended) == (4 if arranged else 3)
    assert not expire(game.pk, UP)
    assert log(game) == ended


@pytest.mark.postgresql
def test_a_connection_that_is_lost_lets_the_others_go_on_and_the_game_rest_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost, other = overdue(2)

    def cut(game_id: int, now: datetime) -> bool:
        if game_id != lost.pk:
            return expire(game_id, now)
        with transaction.atomic():
            lock(game_id)
            terminate_backend()
            return expire(game_id, now)

    monkeypatch.setattr(expiry, "expire", cut)
    assert expire_due(UP) == 1
    assert (log(lost)[-1][1], log(other)[-1][1]) == ("ready", "leave")
    monkeypatch.undo()
    assert expire_due(UP + MINUTE - SECOND) == 0
    assert expire_due(UP + MINUTE) == 1


def test_a_database_that_is_away_ends_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = overdue(1)

    def away(_game_id: int, _now: datetime) -> bool:
        raise OperationalError

    monkeypatch.setattr(connection, "is_usable", lambda: False)
    with pytest.raises(OperationalError):
        attempt(away, game.pk, UP)
    assert fresh(game).stuck_until is None

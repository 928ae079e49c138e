"""Sweeps side by side, and one that is cut off: each game follows once, or not yet."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import DatabaseError, connection

from accounts import sanctions
from accounts.models import Notice, Sanction, User
from games.models import Game, Seat
from games.models import Move as MoveRow
from games.play.errors import PlayError
from games.play.lobby import Options, join, open_table
from games.play.suspension import sweep
from games.play.vacations import sweep_vacations
from tests.builders import NOW, SEED, make_game, make_staff, make_user
from tests.play.clockwork import DAY, HOUR, end_turn, fresh, seat
from tests.play.test_cut_connection import (
    cut_after,
    end_process,
    in_another_process,
    terminate_backend,
)
from tests.play.test_parallel import at_once
from tests.play.test_take_turn import everything
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)
END = NOW + 10 * DAY


@pytest.fixture
def ana(transactional_db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def moderator(transactional_db: None) -> User:
    return make_staff("moderator")


def game_of(*users: User) -> Game:
    return make_game(*users, first_by="account")


def impose(user: User, by: User, games: str) -> Sanction:
    return sanctions.impose(
        user_id=user.pk,
        by=by,
        kind="suspension",
        reason="Rude.",
        until=END,
        games=games,
        now=NOW,
    )


@pytest.mark.parametrize("games", ["leave", "bot"])
def test_three_workers_put_each_seat_out_once(ana: User, moderator: User, games: str) -> None:
    others = [make_user(), make_user()]
    rows = [game_of(ana, *others) for _game in range(4)]
    table = open_table(host=others[0], options=Options(players=3), now=NOW)
    join(game_id=table.pk, user=ana, seed=SEED, now=NOW)
    impose(ana, moderator, games)
    assert sum(side_by_side([partial(sweep, NOW)] * 3)) == 1
    assert MoveRow.objects.filter(act="leave").count() == 4
    assert {fresh(game).version for game in rows} == {rows[0].version + 1}
    assert [each.user for each in table.seats.all()] == [others[0]]


def test_three_workers_stop_and_start_clocks_once(ana: User, moderator: User) -> None:
    rows = [game_of(ana, make_user(email=f"p{number}@example.org")) for number in range(5)]
    impose(ana, moderator, "pause")
    before = rows[0].deadline
    assert before is not None
    side_by_side([partial(sweep, NOW + HOUR)] * 3)
    left = int((before - NOW).total_seconds())
    assert {fresh(game).stopped_seconds for game in rows} == {left}
    assert sum(side_by_side([partial(sweep, END)] * 3)) == 1
    assert {fresh(game).deadline for game in rows} == {END + timedelta(seconds=left)}
    turns = Notice.objects.filter(user=ana, kind__in=["turn", "started"])
    assert turns.filter(kind="turn").count() == len(rows)
    ana.refresh_from_db()
    assert ana.paused_until is None


def was_cut(statements: int, now: datetime) -> bool:
    """Sweep, cut after so many statements, and let no game rest for it; return whether it was.

    On PostgreSQL the sweep may go on with another connection.
    """
    act = partial(sweep, now)
    if connection.vendor == "sqlite":
        return in_another_process(lambda: cut_after(statements, end_process, act))
    try:
        cut = cut_after(statements, terminate_backend, act) >= statements
    except DatabaseError:
        cut = True
    connection.close()
    Game.objects.update(stuck_until=None)
    return cut


def has_followed(game: Game) -> bool:
    return seat(game, 0).left_at is not None or fresh(game).stopped_seconds is not None


@pytest.mark.parametrize("games", ["pause", "leave", "bot"])
def test_a_worker_killed_in_the_middle_leaves_each_game_as_it_was_or_done(
    ana: User, moderator: User, games: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    game = game_of(ana, make_user(), make_user())
    impose(ana, moderator, games)
    before = everything(game)
    statements, done = 1, False
    while was_cut(statements, NOW):
        done = done or everything(game) != before  # that all have followed is not noted yet
        assert done == has_followed(game)
        Sanction.objects.update(games_due=True)
        statements += 1
    assert statements > 6
    assert done
    assert not Sanction.objects.filter(games_due=True).exists()
    if games == "pause":
        assert fresh(game).stopped_seconds is not None
    else:
        assert MoveRow.objects.filter(game=game, act="leave").count() == 1


def test_a_worker_killed_at_the_end_of_a_pause_is_made_good(
    ana: User, moderator: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    game = game_of(ana, make_user())
    impose(ana, moderator, "pause")
    sweep(NOW)
    statements = 1
    while was_cut(statements, END):
        ana.refresh_from_db()
        row = fresh(game)
        assert ana.paused_until is not None or row.deadline is not None
        assert (row.deadline is None) == (row.stopped_seconds is not None)
        statements += 1
    assert statements > 6
    ana.refresh_from_db()
    assert ana.paused_until is None
    assert fresh(game).deadline is not None
    assert Notice.objects.filter(user=ana, kind="turn").count() == 1


def test_joining_and_being_suspended_at_once_leaves_nobody_at_a_table(
    ana: User, moderator: User
) -> None:
    table = open_table(host=make_user(), options=Options(players=3), now=NOW)
    outcomes = at_once(
        [
            partial(join, game_id=table.pk, user=ana, seed=SEED, now=NOW),
            partial(impose, ana, moderator, "pause"),
            partial(open_table, host=ana, options=Options(), now=NOW),
        ]
    )
    assert set(outcomes) <= {"counted", "suspended"}
    sweep(NOW)
    assert not Seat.objects.filter(user=ana).exists()
    with pytest.raises(PlayError):
        join(game_id=table.pk, user=ana, seed=SEED, now=NOW)


def test_lifting_while_games_follow_breaks_nothing(ana: User, moderator: User) -> None:
    rows = [game_of(ana, make_user()) for _game in range(4)]
    sanction = impose(ana, moderator, "pause")
    lift = partial(
        sanctions.lift, sanction_id=sanction.pk, by=moderator, why="Sorry.", now=NOW + HOUR
    )
    at_once([partial(sweep, NOW + HOUR), lift, partial(sweep, NOW + HOUR)])
    sweep(NOW + HOUR)
    assert all(fresh(game).deadline is not None for game in rows)
    ana.refresh_from_db()
    assert ana.paused_until is None and not ana.is_suspended(NOW + HOUR)


def test_a_turn_that_passes_to_the_paused_while_the_pause_ends_has_a_clock(
    ana: User, moderator: User
) -> None:
    game = make_game(make_user(), ana, first_by="seed", seed=SEED)
    other = game.seats.exclude(user=ana).get().number
    if fresh(game).active_seat != other:
        end_turn(game, timedelta(0))
    impose(ana, moderator, "pause")
    sweep(NOW)
    moment = END - timedelta(seconds=1) - NOW  # a request that began before the end
    at_once([partial(sweep, END), partial(end_turn, game, moment)])
    sweep(END)
    sweep_vacations(END)
    row = fresh(game)
    assert row.stopped_seconds is None and row.deadline is not None

"""A moderator gives time: to one game, or to every turn that is running."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from games.models import ClockShift, Game
from games.play import clock, shifts
from games.play.beat import beat
from games.play.ending import propose
from games.play.lobby import Options, open_table
from games.play.outlast import apply_shifts
from games.play.shifts import apply_to_all, give_time, give_time_to_all
from games.play.storage import load
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.play.clockwork import (
    DAY,
    HOUR,
    MINUTE,
    bank,
    deadline,
    end_turn,
    fresh,
    go_away,
    refused,
    seat,
)
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Two people; a turn of a day and three days of bank began at NOW."""
    return make_game(make_user(), make_user())


def give_all(seconds: int, after: timedelta) -> ClockShift:
    return give_time_to_all(seconds=seconds, why="slow mail", now=NOW + after)


def test_one_game_gets_time(game: Game) -> None:
    other = make_game(make_user(), make_user())
    give_time(game_id=game.pk, seconds=3600, now=NOW)
    assert (deadline(game), deadline(other)) == (4 * DAY + HOUR, 4 * DAY)
    assert fresh(game).version == game.version


def test_a_clock_that_stands_gets_it_too(game: Game) -> None:
    go_away(seat(game, 1 - game.active_seat).user, NOW, NOW + 9 * DAY)
    end_turn(game, HOUR)
    give_time(game_id=game.pk, seconds=60, now=NOW)
    assert fresh(game).stopped_seconds == (4 * DAY + MINUTE).total_seconds()


def test_time_given_is_not_taken_from_the_bank(game: Game) -> None:
    first = game.active_seat
    give_time(game_id=game.pk, seconds=7200, now=NOW)
    end_turn(game, DAY + 2 * HOUR)
    assert bank(game, first) == 3 * DAY
    end_turn(game, DAY + 2 * HOUR)
    assert deadline(game) == DAY + 2 * HOUR + 4 * DAY


@pytest.mark.parametrize("seconds", [-1, 0, 60 * 24 * 60 * 60 + 1])
def test_from_a_second_to_sixty_days(game: Game, seconds: int) -> None:
    with refused("time-given"):
        give_time(game_id=game.pk, seconds=seconds, now=NOW)
    with refused("time-given"):
        give_all(seconds, HOUR)
    assert not ClockShift.objects.exists()
    give_time(game_id=game.pk, seconds=1, now=NOW)
    give_all(60 * 24 * 60 * 60, HOUR)


def test_no_clock_no_time() -> None:
    table = open_table(host=make_user(), options=Options(), now=NOW)
    alone = make_game(make_user(), players=2, public=False, turn_seconds=None)
    over = make_game(make_user(), make_user())
    act(over, 0, Move("leave", detail="resigned"))
    for game in (table, alone, over):
        with refused("no-clock"):
            give_time(game_id=game.pk, seconds=60, now=NOW)


def test_all_running_turns_get_it_once(game: Game) -> None:
    arranging = make_game(make_user(), make_user(), arranged=False)
    standing = make_game(make_user(), make_user())
    go_away(seat(standing, 1 - standing.active_seat).user, NOW, NOW + 9 * DAY)
    end_turn(standing, HOUR)
    give_all(3600, 2 * HOUR)
    for _sweep in range(2):
        apply_to_all(NOW + 2 * HOUR)
    assert (deadline(game), deadline(arranging)) == (4 * DAY + HOUR, DAY + HOUR)
    assert fresh(standing).stopped_seconds == (4 * DAY + HOUR).total_seconds()


def test_what_opens_or_begins_later_gets_nothing(game: Game) -> None:
    give_all(3600, timedelta(hours=-1))
    end_turn(game, HOUR)
    late = make_game(make_user(), make_user())
    table = open_table(host=make_user(), options=Options(), now=NOW)
    apply_to_all(NOW + HOUR)
    assert deadline(game) == HOUR + 4 * DAY
    assert deadline(late) == 4 * DAY
    assert deadline(table) == 14 * DAY


def test_a_turn_that_begins_before_a_sweep_came_by_gets_nothing(game: Game) -> None:
    give_all(3600, HOUR)
    end_turn(game, 2 * HOUR)
    apply_to_all(NOW + 2 * HOUR)
    assert deadline(game) == 2 * HOUR + 4 * DAY


def test_a_turn_that_ends_before_a_sweep_came_by_has_had_it(game: Game) -> None:
    first = game.active_seat
    give_all(7200, HOUR)
    end_turn(game, DAY + 2 * HOUR)
    assert bank(game, first) == 3 * DAY


def test_a_turn_that_stood_and_runs_again_before_a_sweep_came_by_gets_it(game: Game) -> None:
    user = seat(game, 1 - game.active_seat).user
    go_away(user, NOW, NOW + 9 * DAY)
    end_turn(game, HOUR)
    give_all(3600, 2 * HOUR)
    go_away(user, NOW, NOW + 3 * HOUR)
    table = load(fresh(game))
    clock.adjust(table.game, table.seats, table.state, NOW + 3 * HOUR)
    assert table.game.deadline == NOW + 3 * HOUR + 4 * DAY + HOUR


def propose_at(game: Game, moment: datetime) -> None:
    """Let seat 0 propose to end the game."""
    user = seat(game, 0).user
    assert user
    propose(game_id=game.pk, user=user, now=moment)


def due(game: Game) -> timedelta:
    """How long after NOW the proposal's deadline is."""
    moment = fresh(game).proposal_deadline
    assert moment
    return moment - NOW


def test_a_proposal_made_before_gets_it_once_and_a_later_one_nothing(game: Game) -> None:
    before, after = (make_game(make_user(), make_user()) for _game in range(2))
    for one, moment in ((before, NOW + HOUR), (after, NOW + 3 * HOUR)):
        end_turn(end_turn(one, MINUTE), MINUTE)
        propose_at(one, moment)
    first, second = due(before), due(after)
    give_all(3600, 2 * HOUR)
    for _sweep in range(2):
        apply_to_all(NOW + 3 * HOUR)
    assert (due(before), due(after)) == (first + HOUR, second)


def test_a_proposal_gets_it_when_the_turn_has_changed_since(game: Game) -> None:
    end_turn(end_turn(game, MINUTE), MINUTE)
    propose_at(game, NOW + HOUR)
    proposal = due(game)
    give_all(3600, 2 * HOUR)
    end_turn(game, 3 * HOUR)
    turn = deadline(game)
    apply_to_all(NOW + 3 * HOUR)
    assert (due(game), deadline(game)) == (proposal + HOUR, turn)


def test_an_open_table_gets_none() -> None:
    table = open_table(host=make_user(), options=Options(), now=NOW)
    give_all(3600, HOUR)
    apply_to_all(NOW + HOUR)
    assert deadline(table) == 14 * DAY


def test_a_game_that_cannot_take_it_keeps_no_other_from_it(
    monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    other = make_game(make_user(), make_user())
    give_all(3600, HOUR)

    def break_down(one: Game) -> bool:
        if one.pk == game.pk:
            raise ZeroDivisionError
        return apply_shifts(one)

    monkeypatch.setattr(shifts, "apply_shifts", break_down)
    assert apply_to_all(NOW + HOUR) == 1
    assert (deadline(game), deadline(other)) == (4 * DAY, 4 * DAY + HOUR)
    monkeypatch.undo()
    assert apply_to_all(NOW + HOUR + 9 * MINUTE) == 0
    assert apply_to_all(NOW + HOUR + 10 * MINUTE) == 1
    assert deadline(game) == 4 * DAY + HOUR


def test_only_so_many_at_a_time_and_all_in_the_end() -> None:
    games = [make_game(make_user(), make_user(), seed=bytes([n] * 32)) for n in range(5)]
    give_all(3600, HOUR)
    assert [apply_to_all(NOW + HOUR, most=2) for _sweep in range(4)] == [2, 2, 1, 0]
    assert {deadline(game) for game in games} == {4 * DAY + HOUR}


def test_nothing_to_take_costs_two_small_queries(game: Game) -> None:
    give_all(3600, HOUR)
    apply_to_all(NOW + HOUR)
    with CaptureQueriesContext(connection) as queries:
        apply_to_all(NOW + HOUR)
    assert len(queries) == 2


def test_it_is_found_by_its_index(game: Game) -> None:
    """With ten thousand running games there are none that are behind, as a rule."""
    clocks = Q(deadline__isnull=False) | Q(stopped_seconds__isnull=False)
    plan = Game.objects.filter(clocks, shifts_seen__lt=9).order_by("shifts_seen", "pk")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "game_shifts_seen" in plan.explain()


@pytest.mark.django_db(transaction=True)
def test_gifts_and_an_outage_at_once_reach_every_game(game: Game) -> None:
    beat(NOW)
    acts: list[Callable[[], object]] = [
        partial(give_all, 60, HOUR),
        partial(beat, NOW + HOUR),
        partial(give_all, 3600, HOUR),
        partial(apply_to_all, NOW + HOUR),
        partial(apply_to_all, NOW + HOUR),
    ]
    side_by_side(acts)
    apply_to_all(NOW + HOUR)
    assert deadline(game) == 4 * DAY + HOUR + MINUTE + HOUR

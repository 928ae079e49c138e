"""When the service was down each clock moves by the part of the gap in which it ran, once."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from games.models import ClockShift, Game, Heartbeat
from games.play import clock
from games.play.beat import beat, just_back
from games.play.ending import propose
from games.play.expiry import expire, expire_due
from games.play.lobby import Options, open_table
from games.play.shifts import apply_to_all
from games.play.storage import load
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.play.clockwork import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    bank,
    deadline,
    end_turn,
    fresh,
    go_away,
    seat,
)
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db


def outage(began: timedelta, ended: timedelta) -> None:
    """The last beat was at `began`, the next one is at `ended`; the clocks have moved."""
    beat(NOW + began)
    assert beat(NOW + ended)
    apply_to_all(NOW + ended)


@pytest.fixture
def game() -> Game:
    """Two people; a turn of a day with no bank began at NOW."""
    return make_game(make_user(), make_user(), bank_seconds=0)


def test_the_first_beat_of_all_is_no_outage() -> None:
    assert beat(NOW) is None
    assert Heartbeat.objects.get().beat_at == NOW


@pytest.mark.parametrize("gap", [SECOND, 10 * SECOND, 5 * MINUTE])
def test_a_gap_of_five_minutes_or_less_is_none(gap: timedelta) -> None:
    beat(NOW)
    assert beat(NOW + gap) is None
    assert Heartbeat.objects.get().beat_at == NOW + gap
    assert not ClockShift.objects.exists()


def test_a_longer_one_is_noted_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    beat(NOW)
    up = NOW + 5 * MINUTE + SECOND
    noted = beat(up)
    assert noted is not None
    assert (noted.kind, noted.began, noted.ended) == ("outage", NOW, up)
    assert beat(up) is None
    assert beat(up + 10 * SECOND) is None
    assert ClockShift.objects.count() == 1
    (logged,) = caplog.records
    assert str(NOW) in logged.getMessage()


@pytest.mark.parametrize("back", [timedelta(0), SECOND, 9 * DAY])
def test_a_clock_that_goes_backwards_changes_nothing(back: timedelta) -> None:
    beat(NOW)
    assert beat(NOW - back) is None
    assert beat(NOW + SECOND) is None
    assert not ClockShift.objects.exists()


def test_a_clock_that_was_ahead_for_long_does_not_keep_time_from_running_out(game: Game) -> None:
    outage(timedelta(0), 30 * DAY)
    Game.objects.filter(pk=game.pk).update(deadline=NOW + HOUR)
    assert not just_back(NOW + HOUR)
    assert expire_due(NOW + HOUR) == 1


@pytest.mark.django_db(transaction=True)
def test_of_three_workers_that_end_the_same_outage_one_notes_it() -> None:
    for first in (True, False):  # without a row, and with one
        if not first:
            assert Heartbeat.objects.count() == 1
        up = NOW if first else NOW + HOUR
        noted = side_by_side([partial(beat, up)] * 3)
        assert len([each for each in noted if each]) == (0 if first else 1)
    assert ClockShift.objects.count() == 1


@pytest.mark.parametrize(
    ("began", "ended", "moves"),
    [
        (HOUR, 3 * HOUR, 2 * HOUR),  # it ran all through
        (-3 * HOUR, -HOUR, timedelta(0)),  # before it
        (-HOUR, 2 * HOUR, 2 * HOUR),  # it began in the gap
        (20 * HOUR, 30 * HOUR, 10 * HOUR),  # it would have been up in the gap
        (DAY - SECOND, 3 * DAY, 2 * DAY + SECOND),  # with a second left
        (DAY, 3 * DAY, timedelta(0)),  # it was up already
        (DAY + HOUR, 3 * DAY, timedelta(0)),
    ],
)
def test_a_clock_moves_by_the_part_in_which_it_ran(
    game: Game, began: timedelta, ended: timedelta, moves: timedelta
) -> None:
    outage(began, ended)
    assert deadline(game) == DAY + moves
    assert fresh(game).version == game.version


def test_it_moves_once_however_often_it_is_looked_at(game: Game) -> None:
    outage(HOUR, 3 * HOUR)
    for _again in range(3):
        assert apply_to_all(NOW + 4 * HOUR) == 0
        assert not expire(game.pk, NOW + DAY + HOUR)
    assert deadline(game) == DAY + 2 * HOUR


def test_two_outages_count_both(game: Game) -> None:
    beat(NOW + HOUR)
    beat(NOW + 2 * HOUR)
    beat(NOW + 2 * HOUR + MINUTE)
    beat(NOW + 5 * HOUR)
    apply_to_all(NOW + 5 * HOUR)
    assert deadline(game) == DAY + HOUR + (3 * HOUR - MINUTE)


def test_the_second_saves_what_the_first_had_moved_into_it(game: Game) -> None:
    outage(20 * HOUR, 25 * HOUR)  # four hours are left then
    for minutes in range(25 * 60, 28 * 60, 5):
        beat(NOW + minutes * MINUTE)
    outage(28 * HOUR, 40 * HOUR)
    assert deadline(game) == DAY + 5 * HOUR + 12 * HOUR


@pytest.mark.parametrize("arranged", [True, False])
def test_playing_and_arranging_alike(arranged: bool) -> None:
    game = make_game(make_user(), make_user(), bank_seconds=0, arranged=arranged)
    outage(HOUR, 3 * HOUR)
    assert deadline(game) == DAY + 2 * HOUR


def test_an_open_table_waits_longer_too() -> None:
    table = open_table(host=make_user(), options=Options(), now=NOW)
    outage(13 * DAY, 16 * DAY)
    assert deadline(table) == 17 * DAY
    assert expire_due(NOW + 17 * DAY - SECOND) == 0
    assert expire_due(NOW + 17 * DAY) == 1


def test_so_does_a_proposal() -> None:
    users = [make_user(), make_user(), make_user()]
    game = make_game(*users)
    propose(game_id=game.pk, user=users[0], now=NOW + 2 * HOUR)
    outage(HOUR, 4 * HOUR)
    moved = fresh(game).proposal_deadline
    assert moved == NOW + 2 * HOUR + 4 * DAY + 2 * HOUR


def test_a_clock_that_stands_lost_nothing(game: Game) -> None:
    go_away(seat(game, 1 - game.active_seat).user, NOW, NOW + 9 * DAY)
    end_turn(game, HOUR)
    outage(2 * HOUR, 3 * DAY)
    assert fresh(game).stopped_seconds == DAY.total_seconds()


def test_who_goes_away_in_an_outage_loses_nothing_by_it_and_gains_nothing(game: Game) -> None:
    beat(NOW + HOUR)
    go_away(seat(game, game.active_seat).user, NOW + 9 * HOUR, NOW + 9 * DAY)
    table = load(fresh(game))
    clock.adjust(table.game, table.seats, table.state, NOW + 9 * HOUR)
    table.game.save()
    assert table.game.stopped_seconds == (DAY - HOUR).total_seconds()
    beat(NOW + 20 * HOUR)
    apply_to_all(NOW + 20 * HOUR)
    assert fresh(game).stopped_seconds == (DAY - HOUR).total_seconds()


def test_after_an_outage_nobodys_time_runs_out_for_three_minutes(game: Game) -> None:
    outage(DAY - 10 * SECOND, 2 * DAY)
    assert deadline(game) == 2 * DAY + 10 * SECOND
    assert expire_due(NOW + 2 * DAY + 3 * MINUTE - SECOND) == 0
    assert fresh(game).is_running
    assert expire_due(NOW + 2 * DAY + 3 * MINUTE) == 1


def test_no_sweep_times_out_a_game_that_has_not_had_its_outage_yet(game: Game) -> None:
    beat(NOW + HOUR)
    beat(NOW + 10 * HOUR)
    assert not expire(game.pk, NOW + DAY + HOUR)
    assert deadline(game) == DAY + 9 * HOUR
    assert expire(game.pk, NOW + DAY + 9 * HOUR)


@pytest.mark.parametrize("noted", [True, False])
def test_an_outage_takes_nothing_from_the_bank(noted: bool) -> None:
    """Whether a sweep has noted it before the move comes, or the web was first."""
    game = make_game(make_user(), make_user())
    first = game.active_seat
    beat(NOW + HOUR)
    if noted:
        beat(NOW + 49 * HOUR)
    end_turn(game, 49 * HOUR)
    assert bank(game, first) == 3 * DAY
    beat(NOW + 49 * HOUR)
    apply_to_all(NOW + 49 * HOUR)
    assert deadline(game) == 49 * HOUR + 4 * DAY


def test_what_was_taken_before_it_is_gone() -> None:
    game = make_game(make_user(), make_user())
    first = game.active_seat
    beat(NOW + DAY + HOUR)
    end_turn(game, 3 * DAY)
    assert bank(game, first) == 3 * DAY - HOUR


def test_a_turn_that_began_in_an_outage_moves_by_what_it_had_of_it() -> None:
    """The web was up, the sweeps were not."""
    game = make_game(make_user(), make_user())
    beat(NOW)
    end_turn(game, HOUR)
    beat(NOW + 3 * HOUR)
    apply_to_all(NOW + 3 * HOUR)
    assert deadline(game) == HOUR + 4 * DAY + 2 * HOUR


def test_fresh_tables_need_not_take_what_was_before_them() -> None:
    beat(NOW - DAY)
    beat(NOW - HOUR)
    game = make_game(make_user(), make_user())
    open_table(host=make_user(), options=Options(), now=NOW)
    assert apply_to_all(NOW) == 0
    assert deadline(game) == 4 * DAY


def test_a_game_whose_bot_is_to_play_takes_it_with_its_next_clock() -> None:
    game = make_game(make_user(), make_user(), players=3)
    while fresh(game).deadline is not None:
        end_turn(game, HOUR)
    outage(2 * HOUR, 9 * HOUR)
    end_turn(game, 10 * HOUR)
    assert apply_to_all(NOW + 10 * HOUR) == 1
    assert deadline(game) == 10 * HOUR + 4 * DAY


def test_a_move_while_arranging_takes_it_as_well() -> None:
    game = make_game(make_user(), make_user(), arranged=False)
    beat(NOW + HOUR)
    beat(NOW + 3 * HOUR)
    act(game, 0, Move("ready"), now=NOW + 3 * HOUR)
    assert deadline(game) == DAY + 2 * HOUR
    assert apply_to_all(NOW + 3 * HOUR) == 0

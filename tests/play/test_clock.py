"""The clock of a turn: its time, then the time bank; of people alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.services import make_guest
from games.models import Game
from games.play.expiry import expire_due
from games.play.lobby import Options, open_table, start
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user
from tests.play.clockwork import (
    DAY,
    HOUR,
    MINUTE,
    active,
    bank,
    deadline,
    end_turn,
    fresh,
    go_away,
    log,
    seat,
)

pytestmark = pytest.mark.django_db

BANK = 3 * DAY


@pytest.fixture
def game() -> Game:
    """Two people, a day a turn and three days of bank; the first turn begins at NOW."""
    return make_game(make_user(), make_user())


def test_arranging_has_the_time_of_a_turn_and_no_bank() -> None:
    game = make_game(make_user(), make_user(), arranged=False)
    assert deadline(game) == DAY
    assert [bank(game, number) for number in (0, 1)] == [BANK, BANK]


def test_a_turn_has_its_time_and_the_bank_of_its_seat(game: Game) -> None:
    assert deadline(game) == DAY + BANK
    assert fresh(game).running_since == NOW


def test_drawing_a_card_moves_no_deadline(game: Game) -> None:
    act(game, game.active_seat, Move("draw"), now=NOW + HOUR)
    assert deadline(game) == DAY + BANK
    assert fresh(game).running_since == NOW


@pytest.mark.parametrize("took", [timedelta(0), DAY - MINUTE, DAY])
def test_a_turn_within_its_time_takes_nothing_from_the_bank(game: Game, took: timedelta) -> None:
    first = game.active_seat
    end_turn(game, took)
    assert bank(game, first) == BANK
    assert deadline(game) == took + DAY + BANK


def test_what_a_turn_takes_longer_is_gone_from_the_bank_for_good(game: Game) -> None:
    first, other = game.active_seat, 1 - game.active_seat
    end_turn(game, DAY + HOUR)
    assert (bank(game, first), bank(game, other)) == (BANK - HOUR, BANK)
    end_turn(game, DAY + 2 * HOUR)
    assert deadline(game) == DAY + 2 * HOUR + DAY + BANK - HOUR
    end_turn(game, 2 * DAY + 12 * HOUR)
    assert (bank(game, first), bank(game, other)) == (BANK - 11 * HOUR, BANK)
    end_turn(game, 2 * DAY + 12 * HOUR)
    end_turn(game, 4 * DAY)
    assert bank(game, first) == BANK - 11 * HOUR - 12 * HOUR


def test_a_turn_that_ends_after_its_deadline_leaves_an_empty_bank(game: Game) -> None:
    """No sweep has come by: the turn counts."""
    first = game.active_seat
    end_turn(game, DAY + BANK + HOUR)
    assert bank(game, first) == timedelta(0)
    assert fresh(game).is_running
    end_turn(game, 5 * DAY)
    assert deadline(game) == 5 * DAY + DAY


def test_bots_have_no_clock_and_the_next_person_has() -> None:
    game = make_game(make_user(), make_user(), players=3)
    end_turns = 0
    while not active(game).bot:
        end_turn(game, HOUR)
        end_turns += 1
    assert end_turns <= 2
    assert (fresh(game).deadline, fresh(game).stopped_seconds) == (None, None)
    end_turn(game, 9 * HOUR)
    assert deadline(game) == 9 * HOUR + DAY + BANK


def test_arranging_has_no_clock_once_bots_alone_are_not_ready() -> None:
    game = make_game(make_user(), make_user(), players=3, arranged=False)
    act(game, 0, Move("ready"))
    assert deadline(game) == DAY
    act(game, 1, Move("ready"))
    assert (fresh(game).status, deadline(game)) == (Game.Status.ARRANGING, None)


def test_a_stand_in_has_no_clock() -> None:
    game = make_game(make_user(), make_user(), make_user(), leavers="bot")
    leaver = (game.active_seat + 1) % 3
    act(game, leaver, Move("leave", detail="resigned"))
    assert deadline(game) == DAY + BANK
    end_turn(game, HOUR)
    assert (fresh(game).active_seat, fresh(game).bot_due, deadline(game)) == (leaver, True, None)
    assert expire_due(NOW + 100 * DAY) == 0


def test_leaving_while_arranging_winds_no_clock_anew() -> None:
    game = make_game(make_user(), make_user(), make_user(), arranged=False)
    act(game, game.active_seat, Move("leave", detail="resigned"), now=NOW + HOUR)
    assert deadline(game) == DAY
    assert fresh(game).turn_started_at == NOW


def test_who_leaves_in_the_own_turn_gives_the_next_a_whole_clock() -> None:
    game = make_game(make_user(), make_user(), make_user())
    act(game, game.active_seat, Move("leave", detail="resigned"), now=NOW + HOUR)
    assert deadline(game) == HOUR + DAY + BANK
    assert fresh(game).running_since == NOW + HOUR


def test_who_leaves_in_anothers_turn_moves_no_deadline() -> None:
    game = make_game(make_user(), make_user(), make_user())
    other = (game.active_seat + 1) % 3
    act(game, other, Move("leave", detail="resigned"), now=NOW + HOUR)
    assert deadline(game) == DAY + BANK


def test_a_game_that_is_over_has_no_clock(game: Game) -> None:
    act(game, 0, Move("leave", detail="resigned"))
    assert (fresh(game).status, deadline(game)) == (Game.Status.OVER, None)


@pytest.mark.parametrize(("guest", "has_clock"), [(True, False), (False, True)])
def test_a_guest_alone_with_bots_has_no_clock_however_the_table_was_opened(
    guest: bool, has_clock: bool
) -> None:
    host = make_guest(NOW) if guest else make_user()
    table = open_table(host=host, options=Options(players=3, public=False), now=NOW)
    game = start(game_id=table.pk, by=host, bot="random", seed=SEED, now=NOW)
    assert (game.deadline is not None) == has_clock
    assert (fresh(game).turn_seconds is not None) == has_clock


def test_the_seat_of_an_account_that_is_gone_runs_out_of_time() -> None:
    users = [make_user() for _ in range(3)]
    game = make_game(*users)
    gone = users[game.active_seat]
    gone.delete()
    assert expire_due(NOW + DAY + BANK) == 1
    assert log(game)[-1] == (game.active_seat, "leave", "timeout")
    assert deadline(game) == 2 * (DAY + BANK)


def test_the_time_of_a_seat_counts_as_acting_only_if_it_acted() -> None:
    game = make_game(make_user(), make_user(), arranged=False)
    act(game, 0, Move("ready"), now=NOW + HOUR)
    expire_due(NOW + DAY)
    assert [seat(game, number).acted_at for number in (0, 1)] == [NOW + HOUR, NOW]


def test_a_move_asks_for_no_shifts_while_the_bank_is_untouched(game: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        end_turn(game, HOUR)
    assert not [query for query in queries if "clockshift" in query["sql"]]


# --- Vacations: what the clock does with them; their beginning and end is tests/play/test_vacations


def away_from(game: Game, begins: timedelta, ends: timedelta, number: int) -> None:
    go_away(seat(game, number).user, NOW + begins, NOW + ends)


def test_a_turn_that_comes_to_somebody_away_begins_with_a_clock_that_stands(game: Game) -> None:
    away_from(game, timedelta(0), 9 * DAY, 1 - game.active_seat)
    end_turn(game, HOUR)
    assert deadline(game) is None
    assert fresh(game).stopped_seconds == (DAY + BANK).total_seconds()
    assert expire_due(NOW + 8 * DAY) == 0


def test_a_vacation_elsewhere_stops_nothing_here() -> None:
    game = make_game(make_user(), make_user(), vacations=False)
    away_from(game, timedelta(0), 9 * DAY, 1 - game.active_seat)
    end_turn(game, HOUR)
    assert deadline(game) == HOUR + DAY + BANK


def test_a_vacation_that_began_in_time_saves_a_turn_that_no_sweep_has_stopped(game: Game) -> None:
    away_from(game, DAY + BANK - MINUTE, 20 * DAY, game.active_seat)
    assert expire_due(NOW + DAY + BANK + HOUR) == 0
    assert fresh(game).stopped_seconds == 60
    assert deadline(game) is None


def test_one_that_began_too_late_saves_nothing(game: Game) -> None:
    away_from(game, DAY + BANK, 20 * DAY, game.active_seat)
    assert expire_due(NOW + DAY + BANK + HOUR) == 1
    assert not fresh(game).is_running


def test_who_arranges_waits_for_who_is_away_until_that_one_is_ready() -> None:
    users = [make_user(), make_user(), make_user()]
    go_away(users[1], NOW - DAY, NOW + 9 * DAY)
    game = make_game(*(type(user).objects.get(pk=user.pk) for user in users), arranged=False)
    assert (deadline(game), fresh(game).stopped_seconds) == (None, DAY.total_seconds())
    act(game, 1, Move("ready"), now=NOW + 2 * DAY)
    assert deadline(game) == 2 * DAY + DAY

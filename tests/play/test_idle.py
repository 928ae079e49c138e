"""A guest's game with bots has no clock and is closed after thirty idle days; no other is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from time_machine import TimeMachineFixture

from accounts.models import Notice, User
from accounts.services import become_member, make_guest
from games import tasks
from games.models import Game, LegendCard
from games.play import agreement
from games.play.bots import let_bot_decide
from games.play.idle import close, close_idle
from games.play.lobby import Options, open_table, play_now
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user
from tests.play.clockwork import DAY, SECOND, fresh

pytestmark = pytest.mark.django_db

LATE = NOW + 30 * DAY


@pytest.fixture
def guest() -> User:
    return make_guest(NOW)


def against_bots(user: User) -> Game:
    return play_now(user=user, bots=1, bot="random", seed=SEED, now=NOW)


def test_after_thirty_days_and_not_before(guest: User) -> None:
    game = against_bots(guest)
    assert close_idle(LATE - SECOND) == 0
    assert close_idle(LATE) == 1
    closed = fresh(game)
    assert (closed.status, closed.end, closed.ended_at) == (Game.Status.VOID, "idle", LATE)
    assert not closed.bot_due
    assert close_idle(LATE) == 0
    assert fresh(game).version == game.version + 1


def test_nobody_is_told(guest: User) -> None:
    against_bots(guest)
    close_idle(LATE)
    assert not Notice.objects.exists()


def test_any_move_counts_even_in_a_turn_begun_long_ago(guest: User) -> None:
    game = against_bots(guest)
    dealt = game.seats.get(number=0).dealt
    act(game, 0, Move("arrange", detail=dealt[::-1]), now=NOW + 5 * DAY)
    assert close_idle(LATE) == 0
    assert close_idle(LATE + 5 * DAY) == 1


def test_a_running_game_is_closed_too(guest: User) -> None:
    game = against_bots(guest)
    act(game, 0, Move("ready"), now=NOW + DAY)
    lots = Random(1)
    while let_bot_decide(game_id=game.pk, random=lots, now=NOW + DAY):
        pass
    assert fresh(game).status == Game.Status.PLAYING
    assert close_idle(LATE) == 0
    assert close_idle(LATE + DAY) == 1


def test_a_members_game_stays_open_also_of_one_who_was_a_guest(guest: User) -> None:
    against_bots(make_user())
    against_bots(guest)
    become_member(guest, "Ana", "ana@example.org", "secret-word")
    assert close_idle(NOW + 400 * DAY) == 0


def test_the_game_of_an_account_that_is_gone_is_closed() -> None:
    user = make_user()
    against_bots(user)
    user.delete()
    assert close_idle(LATE) == 1


def test_games_with_a_clock_and_tables_and_games_that_are_over_are_not_looked_at(
    guest: User,
) -> None:
    make_game(make_user(), guest, public=False)
    open_table(host=guest, options=Options(public=False), now=NOW)
    over = against_bots(guest)
    act(over, 0, Move("leave", detail="resigned"))
    assert close_idle(NOW + 400 * DAY) == 0


def test_one_that_was_played_meanwhile_is_left_alone(guest: User) -> None:
    game = against_bots(guest)
    act(game, 0, Move("ready"), now=LATE - DAY)
    assert not close(game.pk, LATE)


def test_one_that_cannot_be_closed_keeps_no_other_open(
    guest: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = against_bots(guest), against_bots(guest)
    real = agreement.end

    def end(game: Game, *given: Any, **named: Any) -> None:
        if game.pk == bad.pk:
            raise ZeroDivisionError
        real(game, *given, **named)

    monkeypatch.setattr(agreement, "end", end)
    assert close_idle(LATE) == 1
    assert fresh(good).status == Game.Status.VOID
    assert fresh(bad).version == bad.version
    assert len(caplog.records) == 1


def test_it_needs_no_card(guest: User) -> None:
    against_bots(guest)
    LegendCard.objects.all().delete()
    assert close_idle(LATE) == 1


def test_a_sweep_does_it(guest: User, time_machine: TimeMachineFixture) -> None:
    game = against_bots(guest)
    time_machine.move_to(LATE)
    tasks.sweep_idle()
    assert fresh(game).end == "idle"

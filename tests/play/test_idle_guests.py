"""Guests who do nothing for thirty days are gone, unless a clock of theirs runs."""

from __future__ import annotations

import logging
from datetime import datetime

import pytest
from django.db import OperationalError

from accounts import sanctions
from accounts.models import Notice, User
from accounts.services import become_member, make_guest
from games.models import Game
from games.play import lobby, safely
from games.play.people import guests, sweep
from games.play.people.closing import Traces, shut
from games.play.people.guests import let_idle_guests_go
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user, play_some
from tests.play.clockwork import DAY, HOUR, SECOND, fresh, record

pytestmark = pytest.mark.django_db

DAWN = NOW.replace(hour=0)
LATE = DAWN + 31 * DAY
"""The day after thirty whole days."""


@pytest.fixture
def guest() -> User:
    return make_guest(NOW)


def gone(user: User) -> bool:
    return not User.objects.filter(pk=user.pk).exists()


def at(user: User, now: datetime) -> bool:
    """Whether somebody is gone after a sweep at that moment."""
    sweep(now)
    return gone(user)


def test_after_thirty_whole_days_and_not_before(guest: User) -> None:
    assert not at(guest, NOW + 30 * DAY)
    assert not at(guest, LATE - SECOND)
    assert at(guest, LATE)


def test_their_games_with_bots_go_along_and_nobody_is_told(guest: User) -> None:
    lobby.play_now(user=guest, bots=1, bot="random", seed=SEED, now=NOW)
    assert at(guest, LATE)
    assert not Game.objects.exists()
    assert not Notice.objects.exists()


def test_a_member_stays_however_long(guest: User) -> None:
    member = become_member(guest, "Zara", "zara@example.org", "secret-word")
    assert not at(member, NOW + 400 * DAY)


def test_who_was_there_since_stays(guest: User) -> None:
    User.objects.filter(pk=guest.pk).update(last_login=NOW + 2 * DAY)
    assert not at(guest, LATE)
    assert at(guest, LATE + 2 * DAY)


def test_any_move_counts_even_in_a_turn_begun_long_ago(guest: User) -> None:
    game = lobby.play_now(user=guest, bots=1, bot="random", seed=SEED, now=NOW)
    dealt = game.seats.get(number=0).dealt
    act(game, 0, Move("arrange", detail=dealt[::-1]), now=NOW + 5 * DAY)
    assert not at(guest, LATE)
    assert at(guest, LATE + 5 * DAY)


def test_so_does_sitting_down(guest: User) -> None:
    lobby.play_now(user=guest, bots=1, bot="random", seed=SEED, now=NOW + 5 * DAY)
    assert not at(guest, LATE)
    assert at(guest, LATE + 5 * DAY)


def test_one_with_a_clock_that_runs_stays_until_it_is_over(guest: User) -> None:
    game = make_game(make_user("Bo"), guest, public=False)
    assert not at(guest, LATE)
    act(game, 1, Move("leave", detail="resigned"), now=NOW + HOUR)
    assert at(guest, LATE)
    assert record(game)["players"] == ["Bo", "Former player 2"]


def test_one_who_is_out_of_such_a_game_does_not(guest: User) -> None:
    game = make_game(make_user("Bo"), guest, make_user("Cy"), public=False)
    act(game, 1, Move("leave", detail="resigned"), now=NOW + HOUR)
    assert at(guest, LATE)
    assert fresh(game).is_running
    play_some(fresh(game))
    assert record(game)["players"] == ["Bo", "Former player 2", "Cy"]


def test_one_at_an_open_table_waits_with_it(guest: User) -> None:
    table = lobby.open_table(host=guest, options=lobby.Options(public=False), now=NOW)
    assert not at(guest, LATE)
    lobby.expire_table(table, LATE)
    assert at(guest, LATE)


def test_who_is_shut_out_stays_on_record(guest: User) -> None:
    sanctions.impose(
        user_id=guest.pk,
        by=make_staff("moderator"),
        kind="suspension",
        reason="Stalling.",
        until=LATE + DAY,
        games="leave",
        now=NOW,
    )
    assert not at(guest, LATE)
    assert at(guest, LATE + DAY)


def test_so_many_at_once_and_the_others_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "AT_ONCE", 2)
    people = [make_guest(NOW) for _number in range(3)]
    assert let_idle_guests_go(LATE) == 2
    assert let_idle_guests_go(LATE) == 1
    sweep(LATE)
    assert all(map(gone, people))


def test_the_failure_of_one_keeps_no_other_back(
    guest: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(user: User, traces: Traces, now: datetime) -> None:
        if user == guest:
            raise ZeroDivisionError
        shut(user, traces, now)

    other = make_guest(NOW)
    with caplog.at_level(logging.CRITICAL):
        monkeypatch.setattr(guests, "shut", fails)
        sweep(LATE)
    assert (gone(guest), gone(other)) == (False, True)


def test_a_database_that_is_away_is_nobodys_fault(
    guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(user: User, traces: Traces, now: datetime) -> None:
        raise OperationalError

    monkeypatch.setattr(guests, "shut", away)
    monkeypatch.setattr(safely, "is_database_away", lambda fault: True)
    with pytest.raises(OperationalError):
        sweep(LATE)

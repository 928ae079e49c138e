"""The sweep of the clocks: it beats, gives what an outage took, and works off what is overdue."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from time_machine import TimeMachineFixture

from games import tasks
from games.models import ClockShift, Game, Heartbeat
from games.play import expiry
from tests.builders import NOW, make_game, make_user
from tests.play.clockwork import DAY, HOUR, MINUTE, deadline, fresh, log

pytestmark = pytest.mark.django_db


def overdue(games: int) -> list[Game]:
    users = [make_user() for _ in range(3)]
    return [
        make_game(*users, bank_seconds=0, seed=bytes([number + 1] * 32)) for number in range(games)
    ]


def test_it_runs_every_ten_seconds_and_that_of_idle_games_hourly() -> None:
    assert settings.SWEEPS["games.sweep_clocks"] == 10
    assert settings.SWEEPS["games.sweep_idle"] == 3600


def test_it_beats_and_works_off(time_machine: TimeMachineFixture) -> None:
    games = overdue(2)
    time_machine.move_to(NOW + DAY, tick=False)
    tasks.sweep_clocks()
    assert Heartbeat.objects.get().beat_at == NOW + DAY
    assert all(log(game)[-1] == (game.active_seat, "leave", "timeout") for game in games)


def test_after_an_outage_deadlines_move_and_only_then_time_runs_out(
    time_machine: TimeMachineFixture,
) -> None:
    (game,) = overdue(1)
    time_machine.move_to(NOW + 23 * HOUR, tick=False)
    tasks.sweep_clocks()
    time_machine.move_to(NOW + 3 * DAY, tick=False)
    tasks.sweep_clocks()
    assert deadline(game) == 3 * DAY + HOUR
    assert fresh(game).version == game.version
    for minutes in range(0, 61, 5):
        time_machine.move_to(NOW + 3 * DAY + minutes * MINUTE, tick=False)
        tasks.sweep_clocks()
    assert fresh(game).version == game.version + 1
    assert ClockShift.objects.count() == 1


def test_long_work_is_no_outage(
    time_machine: TimeMachineFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game takes four minutes here, twenty in all."""
    games = overdue(5)
    time_machine.move_to(NOW + DAY, tick=False)
    real = expiry.expire

    def slow(game_id: int, now: object) -> bool:
        time_machine.shift(timedelta(minutes=4))
        return real(game_id, now)  # type: ignore[arg-type]

    monkeypatch.setattr(expiry, "expire", slow)
    monkeypatch.setattr(tasks, "BETWEEN_BEATS", 1)
    tasks.sweep_clocks()
    assert all(log(game)[-1][1] == "leave" for game in games)
    tasks.sweep_clocks()
    assert not ClockShift.objects.exists()

"""Clocks and vacations: a clock stands while the one it runs for is away, and no other does."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import Notice, User, Vacation
from accounts.vacations import close, end, plan
from games.models import Game
from games.play import vacations
from games.play.beat import beat
from games.play.expiry import expire_due
from games.play.pace import DAY as DAY_SECONDS
from games.play.pace import HOUR as HOUR_SECONDS
from games.play.storage import load
from games.play.vacations import settle, sweep_vacations
from games.rules.legality import legal_moves
from games.rules.moves import Move
from games.tasks import sweep_vacations as task
from tests.builders import NOW, act, make_game, make_user
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PACE = {"turn_seconds": DAY_SECONDS, "bank_seconds": 2 * HOUR_SECONDS}
WHOLE = DAY_SECONDS + 2 * HOUR_SECONDS
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


def game_of(*users: User, **options: object) -> Game:
    """A game in which the oldest account, Ana if she plays, has the first turn."""
    return make_game(*users, **PACE | {"first_by": "account"} | options)  # type: ignore[arg-type]


def away(user: User, *, begins: datetime, days: int, now: datetime = NOW) -> Vacation:
    """A vacation of whole days from the day of `begins` on, which is now or a day to come."""
    first = begins.date()
    return plan(user=user, first=first, last=first + (days - 1) * DAY, zone=UTC, now=now)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def clock(game: Game) -> tuple[datetime | None, int | None]:
    """When time is up, and what is left on a clock that stands."""
    row = fresh(game)
    return row.deadline, row.stopped_seconds


def pass_turn(game: Game, now: datetime) -> None:
    """Let whoever has the turn end it: a card drawn and discarded, or what else comes first."""
    row = fresh(game)
    turn = row.turn_number
    while row.turn_number == turn:
        acts = {"action": Move("draw"), "claiming": Move("pass")}
        move = acts.get(row.phase) or _reveal(row)
        act(row, row.active_seat, move, now=now)
        row = fresh(game)


def _reveal(game: Game) -> Move:
    moves = legal_moves(load(game).state, game.active_seat)
    return next(move for move in moves if move.act == "reveal")


def test_a_clock_stands_from_the_beginning_of_a_vacation_to_its_end(ana: User) -> None:
    game = game_of(ana, make_user())
    assert clock(game) == (NOW + timedelta(seconds=WHOLE), None)
    away(ana, begins=MIDNIGHT, days=3)
    sweep_vacations(MIDNIGHT - HOUR)
    assert clock(game)[1] is None
    sweep_vacations(MIDNIGHT)
    assert clock(game) == (None, WHOLE - 16 * HOUR_SECONDS)
    sweep_vacations(MIDNIGHT + DAY)
    assert clock(game) == (None, WHOLE - 16 * HOUR_SECONDS)
    back = MIDNIGHT + 3 * DAY
    sweep_vacations(back)
    assert clock(game) == (back + 12 * HOUR, None)
    ana.refresh_from_db()
    assert ana.vacation_from is None
    assert Vacation.objects.get().over


def test_time_left_is_what_was_left(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=3 * DAY_SECONDS)
    away(ana, begins=MIDNIGHT, days=1)
    sweep_vacations(MIDNIGHT)
    sweep_vacations(MIDNIGHT + DAY)
    assert clock(game)[0] == NOW + 3 * DAY + 2 * HOUR + DAY


def test_a_sweep_that_comes_late_counts_from_the_beginning(ana: User) -> None:
    game = game_of(ana, make_user())
    away(ana, begins=MIDNIGHT, days=3)
    sweep_vacations(MIDNIGHT + 5 * HOUR)
    assert clock(game) == (None, WHOLE - 16 * HOUR_SECONDS)


def test_one_that_no_sweep_saw_gives_its_time_all_the_same(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=5 * DAY_SECONDS)
    away(ana, begins=MIDNIGHT, days=2)
    late = MIDNIGHT + 2 * DAY + HOUR
    sweep_vacations(late)
    assert clock(game)[0] == late + (5 * DAY + 2 * HOUR - 16 * HOUR)
    assert Vacation.objects.get().over


def test_time_up_within_a_vacation_is_not_up_though_the_sweep_is_late(ana: User) -> None:
    game = game_of(ana, make_user())
    away(ana, begins=MIDNIGHT, days=3)
    expire_due(MIDNIGHT + DAY)
    assert clock(game) == (None, WHOLE - 16 * HOUR_SECONDS)
    assert fresh(game).seats.get(number=0).left_at is None


def test_time_up_before_a_vacation_stays_up(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=8 * HOUR_SECONDS)
    away(ana, begins=MIDNIGHT, days=3)
    sweep_vacations(MIDNIGHT + HOUR)
    assert clock(game) == (NOW + 10 * HOUR, None)
    expire_due(MIDNIGHT + HOUR)
    assert fresh(game).seats.get(number=0).left_why == "timeout"


def test_a_turn_that_begins_while_its_seat_is_away_stands_from_the_start(ana: User) -> None:
    other = make_user()
    game = game_of(ana, other)
    settle(away(other, begins=NOW, days=2), NOW)
    pass_turn(game, NOW + HOUR)
    assert fresh(game).active_seat == 1
    assert clock(game) == (None, WHOLE)
    told = Notice.objects.get(key=f"turn:{game.pk}:1:1")
    assert told.not_before == NOW + HOUR
    back = MIDNIGHT + DAY
    sweep_vacations(back)
    assert clock(game) == (back + timedelta(seconds=WHOLE), None)


def test_my_vacation_stops_nobody_elses_clock(ana: User) -> None:
    other = make_user()
    game = game_of(ana, other)
    before = clock(game)
    settle(away(other, begins=NOW, days=2), NOW)
    assert clock(game) == before


def test_a_table_that_allows_no_vacation_goes_on(ana: User) -> None:
    game = game_of(ana, make_user(), vacations=False)
    before = clock(game)
    settle(away(ana, begins=NOW, days=2), NOW)
    sweep_vacations(NOW + HOUR)
    assert clock(game) == before


def test_all_games_of_a_person_stand_and_run_on(ana: User) -> None:
    games = [game_of(ana, make_user()) for _game in range(3)]
    other = game_of(make_user(), make_user())
    away(ana, begins=MIDNIGHT, days=1)
    sweep_vacations(MIDNIGHT)
    assert {clock(game) for game in games} == {(None, WHOLE - 16 * HOUR_SECONDS)}
    assert clock(other)[1] is None
    sweep_vacations(MIDNIGHT + DAY)
    assert {clock(game) for game in games} == {(MIDNIGHT + DAY + 12 * HOUR, None)}


def test_arranging_waits_until_nobody_is_away(ana: User) -> None:
    bo = make_user()
    game = game_of(ana, bo, make_user(), arranged=False, turn_seconds=3 * DAY_SECONDS)
    away(ana, begins=MIDNIGHT, days=1)
    away(bo, begins=MIDNIGHT, days=3)
    sweep_vacations(MIDNIGHT)
    standing = (None, 3 * DAY_SECONDS - 16 * HOUR_SECONDS)
    assert clock(game) == standing
    sweep_vacations(MIDNIGHT + DAY)
    assert clock(game) == standing
    sweep_vacations(MIDNIGHT + 3 * DAY)
    assert clock(game) == (MIDNIGHT + 6 * DAY - 16 * HOUR, None)


def test_arranging_goes_on_when_the_one_away_is_ready(ana: User) -> None:
    game = game_of(ana, make_user(), arranged=False)
    settle(away(ana, begins=NOW, days=2), NOW)
    assert clock(game) == (None, DAY_SECONDS)
    act(game, 0, Move("ready"), now=NOW + HOUR)
    assert clock(game) == (NOW + HOUR + DAY, None)


def test_a_clock_is_raised_once_a_turn(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=15 * HOUR_SECONDS)
    away(ana, begins=MIDNIGHT, days=1)
    sweep_vacations(MIDNIGHT)
    assert clock(game) == (None, HOUR_SECONDS)
    back = MIDNIGHT + DAY
    sweep_vacations(back)
    assert clock(game) == (back + 12 * HOUR, None)
    now = back + 2 * HOUR
    settle(away(ana, begins=now, days=1, now=now), now)
    assert clock(game) == (None, 10 * HOUR_SECONDS)
    sweep_vacations(back + DAY)
    assert clock(game) == (back + DAY + 10 * HOUR, None)


def ended_by_hand(user: User, vacation: Vacation, now: datetime) -> None:
    end(user=user, vacation_id=vacation.pk, now=now)
    row = Vacation.objects.select_related("user").get(pk=vacation.pk)
    settle(row, now, by_hand=True)


def test_starting_and_stopping_every_hour_wins_no_time(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=HOUR_SECONDS)
    left = 3 * HOUR
    now = NOW
    for _round in range(3):
        vacation = away(ana, begins=now, days=1, now=now)
        settle(vacation, now)
        now += timedelta(minutes=1)
        ended_by_hand(ana, vacation, now)
        assert clock(game) == (now + left, None)
        now += timedelta(minutes=30)
        left -= timedelta(minutes=30)


def test_ended_by_hand_after_half_a_day_a_clock_is_raised(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=HOUR_SECONDS)
    vacation = away(ana, begins=NOW, days=5)
    settle(vacation, NOW)
    ended_by_hand(ana, vacation, NOW + 12 * HOUR)
    assert clock(game) == (NOW + 24 * HOUR, None)
    assert not Notice.objects.filter(kind="vacation-over").exists()


def test_the_time_bank_is_whole_after_a_vacation(ana: User) -> None:
    game = game_of(ana, make_user())
    away(ana, begins=MIDNIGHT, days=3)
    sweep_vacations(MIDNIGHT)
    back = MIDNIGHT + 3 * DAY
    sweep_vacations(back)  # twelve hours, the bank of two among them
    pass_turn(game, back + 9 * HOUR)
    assert fresh(game).seats.get(number=0).bank_seconds == 2 * HOUR_SECONDS


def test_the_bank_is_used_by_what_a_turn_takes_beyond_its_time(ana: User) -> None:
    game = game_of(ana, make_user())
    away(ana, begins=MIDNIGHT, days=3)
    sweep_vacations(MIDNIGHT)
    back = MIDNIGHT + 3 * DAY
    sweep_vacations(back)
    pass_turn(game, back + 11 * HOUR)
    assert fresh(game).seats.get(number=0).bank_seconds == HOUR_SECONDS


def test_who_is_away_may_play(ana: User) -> None:
    game = game_of(ana, make_user())
    settle(away(ana, begins=NOW, days=2), NOW)
    pass_turn(game, NOW + HOUR)
    assert fresh(game).active_seat == 1
    assert clock(game) == (NOW + HOUR + timedelta(seconds=WHOLE), None)
    assert fresh(game).seats.get(number=0).bank_seconds == 2 * HOUR_SECONDS


def test_an_outage_in_which_a_vacation_begins_counts_no_time_twice(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=3 * DAY_SECONDS)
    away(ana, begins=MIDNIGHT, days=3)
    beat(MIDNIGHT - HOUR)
    up = MIDNIGHT + 2 * HOUR
    beat(up)
    sweep_vacations(up)
    deadline, stopped = clock(game)
    assert deadline is None
    # It ran from eight to eleven in the evening; in the outage it did not count.
    assert stopped == 3 * DAY_SECONDS + 2 * HOUR_SECONDS - 15 * HOUR_SECONDS


def test_reminders_look_again_when_a_clock_runs_on(ana: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=3 * DAY_SECONDS)
    away(ana, begins=MIDNIGHT, days=1)
    sweep_vacations(MIDNIGHT)
    sweep_vacations(MIDNIGHT + DAY)
    reminders = Notice.objects.filter(key__startswith=f"reminder:{game.pk}:0:0:")
    moments = reminders.values_list("not_before", flat=True)
    assert list(moments) == [MIDNIGHT + DAY] * 3


def test_one_that_ends_by_itself_is_told_once(ana: User) -> None:
    vacation = away(ana, begins=MIDNIGHT, days=1)
    for _sweep in range(2):
        sweep_vacations(MIDNIGHT + DAY)
    assert Notice.objects.get(kind="vacation-over").key == f"vacation-over:{vacation.pk}"


def test_one_whose_person_is_gone_at_its_end_is_done_with_quietly(
    ana: User, caplog: pytest.LogCaptureFixture
) -> None:
    vacation = away(ana, begins=MIDNIGHT, days=1)
    User.objects.filter(pk=ana.pk).delete()
    assert not close(vacation=vacation, now=vacation.ends, told=True)
    assert not Notice.objects.exists() and not caplog.records


def test_sweeps_that_find_nothing_change_nothing(ana: User) -> None:
    game_of(ana, make_user())
    away(ana, begins=MIDNIGHT, days=1)
    moments = [MIDNIGHT - HOUR, MIDNIGHT, MIDNIGHT + HOUR, MIDNIGHT + DAY, MIDNIGHT + 2 * DAY]
    assert [sweep_vacations(now) for now in moments] == [0, 1, 0, 1, 0]


def test_the_table_is_the_same_version_whether_its_clock_runs(ana: User) -> None:
    game = game_of(ana, make_user())
    settle(away(ana, begins=NOW, days=2), NOW)
    assert fresh(game).version == game.version


def test_a_crash_between_two_games_is_made_good(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [game_of(ana, make_user()) for _game in range(2)]
    away(ana, begins=MIDNIGHT, days=1)
    real = vacations._adjust

    def dies(game_id: int, *args: object, **how: object) -> bool:
        if game_id == games[1].pk:
            raise KeyboardInterrupt
        return real(game_id, *args, **how)  # type: ignore[arg-type]

    for now in (MIDNIGHT, MIDNIGHT + DAY):
        with monkeypatch.context() as patch:
            patch.setattr(vacations, "_adjust", dies)
            with pytest.raises(KeyboardInterrupt):
                sweep_vacations(now)
        assert clock(games[0])[0] != clock(games[1])[0] or now == MIDNIGHT
        assert sweep_vacations(now) == 1
        assert clock(games[0]) == clock(games[1])
    assert clock(games[0])[0] == MIDNIGHT + DAY + 12 * HOUR


def test_a_bad_game_stops_no_other(
    ana: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good, others = (
        game_of(ana, make_user()),
        game_of(ana, make_user()),
        game_of(make_user("Bo"), make_user()),
    )
    away(ana, begins=MIDNIGHT, days=1)
    away(User.objects.get(name="Bo"), begins=MIDNIGHT, days=1)
    real = vacations._adjust

    def fails(game_id: int, *args: object, **how: object) -> bool:
        if game_id == bad.pk:
            raise ValueError
        return real(game_id, *args, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(vacations, "_adjust", fails)
    caplog.set_level(logging.CRITICAL)
    sweep_vacations(MIDNIGHT)
    assert clock(bad)[1] is None
    assert clock(good)[1] == clock(others)[1] == WHOLE - 16 * HOUR_SECONDS
    monkeypatch.undo()
    sweep_vacations(MIDNIGHT + timedelta(minutes=1))  # it is let alone for a while
    assert clock(bad)[1] is None
    sweep_vacations(MIDNIGHT + HOUR)
    assert clock(bad) == clock(good)


def test_a_clock_that_stands_for_nobody_runs_on(ana: User) -> None:
    game = game_of(ana, make_user())
    Game.objects.filter(pk=game.pk).update(
        deadline=None, running_since=None, stopped_seconds=DAY_SECONDS
    )
    sweep_vacations(NOW)
    assert clock(game) == (NOW + DAY, None)


def test_a_clock_that_stands_for_nobody_is_not_raised(ana: User) -> None:
    game = game_of(ana, make_user())
    Game.objects.filter(pk=game.pk).update(
        deadline=None, running_since=None, stopped_seconds=HOUR_SECONDS
    )
    sweep_vacations(NOW)
    assert clock(game) == (NOW + HOUR, None)


def test_a_minute_ended_by_hand_wins_nothing_at_a_game_that_was_stuck_then(ana: User) -> None:
    game, free = (game_of(ana, make_user(), turn_seconds=HOUR_SECONDS) for _game in range(2))
    vacation = away(ana, begins=NOW, days=1)
    settle(vacation, NOW)
    minute = timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(stuck_until=NOW + 3 * minute)
    ended_by_hand(ana, vacation, NOW + minute)
    assert clock(free) == (NOW + minute + 3 * HOUR, None)
    assert clock(game)[0] is None
    sweep_vacations(NOW + 3 * minute)
    assert clock(game) == (NOW + 3 * minute + 3 * HOUR, None)
    assert Vacation.objects.get().over
    assert not Notice.objects.filter(kind="vacation-over").exists()


def test_one_that_nobody_saw_is_not_over_before_a_stuck_game_has_its_time(ana: User) -> None:
    stuck, free = game_of(ana, make_user()), game_of(ana, make_user())
    bo = make_user("Bo")
    bos = game_of(bo, make_user())
    away(ana, begins=MIDNIGHT, days=1)
    away(bo, begins=MIDNIGHT, days=1)
    back = MIDNIGHT + DAY
    Game.objects.filter(pk=stuck.pk).update(stuck_until=back + HOUR)
    sweep_vacations(back)
    assert clock(free) == clock(bos) == (back + 12 * HOUR, None)
    assert [vacation.user for vacation in Vacation.objects.filter(over=False)] == [ana]
    ana.refresh_from_db()
    assert ana.vacation_until == back
    sweep_vacations(back + HOUR)
    assert clock(stuck) == (back + HOUR + 12 * HOUR, None)
    assert clock(free) == (back + 12 * HOUR, None)
    assert not Vacation.objects.filter(over=False).exists()
    ana.refresh_from_db()
    assert ana.vacation_until is None


@pytest.mark.django_db(transaction=True)
def test_three_workers_at_once_do_it_once(ana: User) -> None:
    games = [game_of(ana, make_user()) for _game in range(3)]
    away(ana, begins=MIDNIGHT, days=1)
    for now in (MIDNIGHT, MIDNIGHT + DAY):
        side_by_side([lambda now=now: sweep_vacations(now)] * 3)  # type: ignore[misc]
    assert {clock(game) for game in games} == {(MIDNIGHT + DAY + 12 * HOUR, None)}
    assert Notice.objects.filter(kind="vacation-over").count() == 1


def test_the_task_sweeps(ana: User) -> None:
    vacation = away(ana, begins=NOW, days=1)
    task()
    vacation.refresh_from_db()
    assert vacation.started

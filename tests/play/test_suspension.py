"""Tables and games follow what is imposed on their players: paused, left, taken by a bot."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts import sanctions
from accounts.models import Sanction, User, Vacation
from games.models import Game
from games.play.beat import beat
from games.play.bots import let_bot_decide
from games.play.ending import propose
from games.play.expiry import expire_due
from games.play.finish import decisions
from games.play.lobby import Options, join, open_table, play_now
from games.play.shifts import apply_to_all, give_time
from games.play.suspension import following, sweep
from games.play.suspension import pauses as pauses_module
from games.play.turns import lock
from games.play.vacations import sweep_vacations
from games.rules.moves import Move
from games.rules.notation.checking import check_record
from games.tasks import sweep_sanctions as task
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user
from tests.play.clockwork import DAY, HOUR, MINUTE, end_turn, fresh, go_away, log, refused, seat

pytestmark = pytest.mark.django_db
DAY_SECONDS, HOUR_SECONDS = 24 * 3600, 3600
PACE = {"turn_seconds": DAY_SECONDS, "bank_seconds": 2 * HOUR_SECONDS, "first_by": "account"}
WHOLE = DAY_SECONDS + 2 * HOUR_SECONDS
END = NOW + 10 * DAY
LEFT = Move("leave", detail="removed")


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Mo")


def game_of(*users: User, **options: object) -> Game:
    """A game in which the oldest account, Ana if she plays, has the first turn."""
    return make_game(*users, **PACE | options)  # type: ignore[arg-type]


def shut_out(
    user: User,
    by: User,
    games: str,
    *,
    until: datetime | None = END,
    now: datetime = NOW,
    swept: bool = True,
) -> Sanction:
    kind = "suspension" if until else "ban"
    sanction = sanctions.impose(
        user_id=user.pk, by=by, kind=kind, reason="Rude.", until=until, games=games, now=now
    )
    if swept:
        sweep(now)
    return sanction


def lift(sanction: Sanction, by: User, now: datetime) -> None:
    sanctions.lift(sanction_id=sanction.pk, by=by, why="Sorry.", now=now)


def clock(game: Game) -> tuple[datetime | None, int | None]:
    """When time is up, and what is left on a clock that stands."""
    row = fresh(game)
    return row.deadline, row.stopped_seconds


def pauses(user: User) -> bool:
    user.refresh_from_db()
    return user.paused_until is not None


# --- Pauses ------------------------------------------------------------------------------------


@pytest.mark.parametrize("vacations", [True, False])
def test_a_paused_clock_stands_to_the_end_whatever_the_table_says_of_vacations(
    ana: User, moderator: User, vacations: bool
) -> None:
    game = game_of(ana, make_user(), vacations=vacations)
    shut_out(ana, moderator, "pause", now=NOW + 20 * HOUR)
    assert clock(game) == (None, WHOLE - 20 * HOUR_SECONDS)
    for at in (NOW + DAY, NOW + 5 * DAY, END - MINUTE):
        sweep(at)
        sweep_vacations(at)
        expire_due(at)
        assert clock(game) == (None, WHOLE - 20 * HOUR_SECONDS)
    sweep(END)
    assert clock(game) == (END + 12 * HOUR, None)  # of 6 that were left
    assert not pauses(ana) and fresh(game).raised
    assert sweep(END + MINUTE) == 0
    assert clock(game) == (END + 12 * HOUR, None)


def test_time_left_is_what_was_left_when_the_pause_was_imposed(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=3 * DAY_SECONDS)
    shut_out(ana, moderator, "pause", now=NOW + HOUR, swept=False)
    sweep(NOW + 3 * HOUR)  # late
    assert clock(game) == (None, 3 * DAY_SECONDS + HOUR_SECONDS)
    sweep(END)
    assert clock(game)[0] == END + 3 * DAY + HOUR


def test_time_up_after_the_pause_was_imposed_is_not_up_though_its_sweep_is_late(
    ana: User, moderator: User
) -> None:
    game = game_of(ana, make_user())
    shut_out(ana, moderator, "pause", now=NOW + 25 * HOUR, swept=False)
    expire_due(NOW + 27 * HOUR)
    assert clock(game) == (None, HOUR_SECONDS)
    assert seat(game, 0).left_at is None


def test_time_up_before_stays_up(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    shut_out(ana, moderator, "pause", now=NOW + 27 * HOUR)
    expire_due(NOW + 27 * HOUR)
    assert seat(game, 0).left_why == "timeout"


def test_a_turn_that_begins_meanwhile_stands_and_others_clocks_run(
    ana: User, moderator: User
) -> None:
    game = game_of(make_user(), ana)
    number = next(each.number for each in game.seats.all() if each.user_id != ana.pk)
    if fresh(game).active_seat != number:
        end_turn(game, timedelta(0))
    shut_out(ana, moderator, "pause")
    assert clock(game)[0] is not None
    end_turn(game, HOUR)
    assert clock(game) == (None, WHOLE)
    sweep(END)
    assert clock(game) == (END + timedelta(seconds=WHOLE), None)
    assert not fresh(game).raised


def test_arranging_waits_for_whoever_is_paused_as_for_whoever_is_on_vacation(
    ana: User, moderator: User
) -> None:
    game = game_of(ana, make_user(), make_user(), arranged=False)
    shut_out(ana, moderator, "pause", now=NOW + HOUR)
    act(game, 1, Move("ready"), now=NOW + 2 * HOUR)
    act(game, 2, Move("ready"), now=NOW + 2 * HOUR)
    assert clock(game) == (None, DAY_SECONDS - HOUR_SECONDS)
    sweep(END)
    assert clock(game) == (END + 23 * HOUR, None)


def test_arranging_goes_on_when_the_paused_one_was_ready(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), arranged=False)
    act(game, 0, Move("ready"))
    shut_out(ana, moderator, "pause")
    assert clock(game) == (NOW + DAY, None)


def test_a_table_starts_with_a_paused_player_where_the_sweep_came_later(
    ana: User, moderator: User
) -> None:
    game = open_table(host=make_user(), options=Options(players=2), now=NOW)
    join(game_id=game.pk, user=ana, seed=SEED, now=NOW)
    shut_out(ana, moderator, "pause", now=NOW)
    assert clock(game)[1] is not None


def test_clocks_are_raised_once_a_turn(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=HOUR_SECONDS, bank_seconds=0)
    lift(shut_out(ana, moderator, "pause"), moderator, NOW + DAY)
    sweep(NOW + DAY)
    assert clock(game) == (NOW + DAY + 12 * HOUR, None)
    shut_out(ana, moderator, "pause", now=NOW + DAY + 11 * HOUR)
    sweep(END)
    assert clock(game) == (END + HOUR, None)


@pytest.mark.parametrize(("hours", "left"), [(12, 12), (11, 1)])
@pytest.mark.parametrize("lifted", [True, False])
def test_a_pause_raises_clocks_if_it_lasted_twelve_hours(
    ana: User, moderator: User, hours: int, left: int, lifted: bool
) -> None:
    game = game_of(ana, make_user(), turn_seconds=HOUR_SECONDS, bank_seconds=0)
    ends = NOW + hours * HOUR
    sanction = shut_out(ana, moderator, "pause", until=END if lifted else ends)
    if lifted:
        lift(sanction, moderator, ends)
    sweep(ends)
    assert clock(game) == (ends + left * HOUR, None)


@pytest.mark.parametrize(("vacations", "left"), [(True, 12), (False, 1)])
def test_what_overlaps_counts_together(
    ana: User, moderator: User, vacations: bool, left: int
) -> None:
    game = game_of(ana, make_user(), turn_seconds=HOUR_SECONDS, bank_seconds=0, vacations=vacations)
    begins, ends = NOW - 9 * HOUR, NOW + HOUR
    Vacation.objects.create(user=ana, begins=begins, ends=ends, over=True)
    for hour in (3, 4):
        shut_out(ana, moderator, "pause", until=NOW + hour * HOUR)
    sweep(NOW + 4 * HOUR)
    assert clock(game) == (NOW + (4 + left) * HOUR, None)


def test_lifted_the_clocks_run_on(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    sanction = shut_out(ana, moderator, "pause")
    lift(sanction, moderator, NOW + DAY)
    assert clock(game)[1] is not None
    sweep(NOW + DAY)
    assert clock(game) == (NOW + DAY + timedelta(seconds=WHOLE), None)
    assert not pauses(ana)


def test_a_pause_that_nobody_swept_before_it_was_over_gives_its_time(
    ana: User, moderator: User
) -> None:
    game = game_of(ana, make_user(), turn_seconds=14 * DAY_SECONDS)
    shut_out(ana, moderator, "pause", swept=False)
    sweep(END)
    assert not Sanction.objects.filter(games_due=True).exists()
    assert clock(game)[0] == END + 14 * DAY + 2 * HOUR
    assert not pauses(ana)


def test_gifts_are_kept_and_outages_take_nothing(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    beat(NOW)
    shut_out(ana, moderator, "pause")
    give_time(game_id=game.pk, seconds=DAY_SECONDS, now=NOW + HOUR)
    assert clock(game) == (None, WHOLE + DAY_SECONDS)
    beat(NOW + 2 * DAY)
    apply_to_all(NOW + 2 * DAY)
    beat(END)
    sweep(END)
    apply_to_all(END)
    assert clock(game) == (END + timedelta(seconds=WHOLE + DAY_SECONDS), None)


@pytest.mark.parametrize(("vacation", "after"), [(5, 10), (20, 20)])
def test_with_a_vacation_the_clock_stands_until_both_are_over(
    ana: User, moderator: User, vacation: int, after: int
) -> None:
    game = game_of(ana, make_user(), vacations=True)
    shut_out(ana, moderator, "pause")
    go_away(ana, NOW + HOUR, NOW + vacation * DAY)
    for day in range(after):
        sweep(NOW + day * DAY)
        sweep_vacations(NOW + day * DAY)
        assert clock(game) == (None, WHOLE)
    back = NOW + after * DAY
    sweep(back)
    sweep_vacations(back)
    assert clock(game) == (back + timedelta(seconds=WHOLE), None)


def test_a_clock_that_stands_for_a_pause_stands_for_somebody(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=HOUR_SECONDS, bank_seconds=0)
    shut_out(ana, moderator, "pause")
    sweep_vacations(END)  # before the pause is worked off
    assert clock(game) == (None, HOUR_SECONDS)
    sweep(END)
    assert clock(game) == (END + 12 * HOUR, None)


def test_one_that_stands_for_nobody_runs_on_though_another_seat_is_paused(
    ana: User, moderator: User
) -> None:
    bo = make_user()
    game = game_of(ana, bo)
    shut_out(bo, moderator, "pause")
    Game.objects.update(deadline=None, running_since=None, stopped_seconds=HOUR_SECONDS)
    sweep_vacations(NOW)
    assert clock(game) == (NOW + HOUR, None)


# --- Leaving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("until", [END, None])
@pytest.mark.parametrize("arranged", [True, False])
def test_they_leave_their_games_and_the_others_play_on(
    ana: User, moderator: User, until: datetime | None, arranged: bool
) -> None:
    game = game_of(ana, make_user(), make_user(), arranged=arranged)
    other = game_of(make_user(), make_user())
    before = fresh(other).version
    shut_out(ana, moderator, "leave", until=until)
    gone = seat(game, 0)
    assert (gone.left_why, gone.left_at) == ("removed", NOW)
    assert log(game)[-1] == (0, "leave", "removed")
    row = fresh(game)
    assert row.is_running and row.leavers == "out"
    assert arranged is False or row.active_seat == 1
    assert fresh(other).version == before
    assert sweep(NOW + MINUTE) == 0
    assert fresh(game).version == row.version


def test_a_game_that_ends_by_it_is_won_by_whoever_is_left(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    shut_out(ana, moderator, "leave")
    row = fresh(game)
    assert (row.status, row.end) == (Game.Status.OVER, "alone")
    assert (seat(game, 1).place, seat(game, 0).place) == (1, 2)


def test_alone_with_bots_a_game_ends(ana: User, moderator: User) -> None:
    game = play_now(user=ana, bots=2, bot="random", seed=SEED, now=NOW)
    shut_out(ana, moderator, "leave")
    assert (fresh(game).status, fresh(game).end) == (Game.Status.OVER, "bots")


def test_alone_with_bots_a_game_waits_while_paused(ana: User, moderator: User) -> None:
    game = play_now(user=ana, bots=1, bot="random", seed=SEED, now=NOW)
    shut_out(ana, moderator, "pause")
    sweep(END)
    assert fresh(game).is_running and clock(game) == (None, None)


def test_a_bot_plays_on_where_nobody_had_left_before(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), make_user())
    shut_out(ana, moderator, "bot")
    assert fresh(game).leavers == "bot"
    end_turn(game, HOUR)
    end_turn(game, HOUR)
    row = fresh(game)
    assert (row.active_seat, row.bot_due) == (0, True)
    assert let_bot_decide(game_id=game.pk, random=Random(1), now=NOW + HOUR)


def test_where_somebody_had_left_their_turns_are_skipped_like_the_other_s(
    ana: User, moderator: User
) -> None:
    game = game_of(ana, make_user(), make_user(), make_user())
    act(game, 2, Move("leave", detail="resigned"))
    shut_out(ana, moderator, "bot")
    row = fresh(game)
    assert (row.leavers, row.active_seat, row.bot_due) == ("out", 1, False)


def test_the_record_of_a_game_that_a_bot_went_on_with_is_whole(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), make_user(), turn_limit=3)
    end_turn(game, timedelta(0))
    shut_out(ana, moderator, "bot")
    random = Random(1)
    while fresh(game).is_running:
        if not let_bot_decide(game_id=game.pk, random=random, now=NOW):
            end_turn(game, timedelta(0))
    check_record(fresh(game).record)
    assert (0, LEFT) in decisions(fresh(game))


def test_after_the_action_the_turn_passes_before_the_seat_goes_out(
    ana: User, moderator: User
) -> None:
    game = game_of(ana, make_user(), make_user())
    Game.objects.filter(pk=game.pk).update(phase="claiming")
    shut_out(ana, moderator, "leave")
    assert (fresh(game).active_seat, seat(game, 0).left_why) == (1, "removed")


def test_who_is_out_already_is_not_put_out_again(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), make_user())
    act(game, 0, Move("leave", detail="resigned"))
    version = fresh(game).version
    sanction = shut_out(ana, moderator, "leave")
    sanction.refresh_from_db()
    assert fresh(game).version == version and not sanction.games_due


def test_the_proposal_of_whoever_goes_out_is_none_any_more(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), make_user())
    for _turn in range(3):
        end_turn(game, timedelta(0))
    propose(game_id=game.pk, user=ana, now=NOW)
    shut_out(ana, moderator, "leave")
    assert fresh(game).proposed_by is None and fresh(game).is_running


# --- Open tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("games", ["pause", "leave", "bot"])
def test_open_tables_are_left_and_the_next_one_hosts(
    ana: User, moderator: User, games: str
) -> None:
    bo = make_user()
    mine, theirs, alone = (
        open_table(host=host, options=Options(players=3), now=NOW) for host in (ana, bo, ana)
    )
    join(game_id=mine.pk, user=bo, seed=SEED, now=NOW)
    join(game_id=theirs.pk, user=ana, seed=SEED, now=NOW)
    version = fresh(theirs).version
    shut_out(ana, moderator, games)
    assert fresh(mine).host == fresh(theirs).host == bo
    assert fresh(theirs).version == version + 1
    assert [each.user for game in (mine, theirs) for each in game.seats.all()] == [bo, bo]
    assert fresh(alone).status == Game.Status.EXPIRED


def test_nobody_who_is_suspended_takes_a_seat(ana: User, moderator: User) -> None:
    game = open_table(host=make_user(), options=Options(players=2), now=NOW)
    shut_out(ana, moderator, "pause")  # `ana` holds the row as it was
    with refused("suspended"):
        join(game_id=game.pk, user=ana, seed=SEED, now=NOW)
    with refused("suspended"):
        open_table(host=ana, options=Options(), now=NOW)
    with refused("suspended"):
        play_now(user=ana, bots=1, bot="random", seed=SEED, now=NOW)
    join(game_id=game.pk, user=ana, seed=SEED, now=END)
    assert fresh(game).is_running


# --- Several sanctions, and what is over -------------------------------------------------------


def test_the_longest_of_several_pauses_counts(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    shut_out(ana, moderator, "pause", until=NOW + 2 * DAY)
    long = shut_out(ana, moderator, "pause")
    shut_out(ana, moderator, "pause", until=NOW + 3 * DAY)
    sweep(NOW + 3 * DAY)
    assert clock(game) == (None, WHOLE)
    lift(long, moderator, NOW + 4 * DAY)
    sweep(NOW + 4 * DAY)
    assert clock(game) == (NOW + 4 * DAY + timedelta(seconds=WHOLE), None)


@pytest.mark.parametrize("swept", [True, False])
def test_a_ban_after_a_pause_makes_the_paused_games_leave(
    ana: User, moderator: User, swept: bool
) -> None:
    game = game_of(ana, make_user(), make_user())
    shut_out(ana, moderator, "pause", swept=swept)
    shut_out(ana, moderator, "leave", until=None, now=NOW + HOUR)
    assert seat(game, 0).left_why == "removed"
    assert clock(game)[0] is not None
    assert not Sanction.objects.filter(games_due=True).exists()
    sweep(END)
    assert not pauses(ana)


@pytest.mark.parametrize("games", ["pause", "leave"])
def test_what_was_lifted_before_any_sweep_has_no_effect(
    ana: User, moderator: User, games: str
) -> None:
    game = game_of(ana, make_user(), make_user())
    before = clock(game)
    sanction = shut_out(ana, moderator, games, swept=False)
    lift(sanction, moderator, NOW)
    sweep(NOW)
    assert clock(game) == before and seat(game, 0).left_at is None
    assert not Sanction.objects.filter(games_due=True).exists() and not pauses(ana)


def test_lifted_games_that_were_left_stay_left(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), make_user())
    lift(shut_out(ana, moderator, "leave"), moderator, NOW + HOUR)
    sweep(NOW + HOUR)
    assert seat(game, 0).left_why == "removed"


@pytest.mark.parametrize("kind", ["warning", "mute"])
def test_milder_sanctions_touch_no_game(ana: User, moderator: User, kind: str) -> None:
    game = game_of(ana, make_user())
    before = clock(game)
    until = END if kind == "mute" else None
    sanctions.impose(user_id=ana.pk, by=moderator, kind=kind, reason="x", until=until, now=NOW)
    assert sweep(NOW) == 0
    assert clock(game) == before
    open_table(host=ana, options=Options(), now=NOW)


# --- What goes wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize("games", ["pause", "leave"])
def test_a_bad_game_stops_no_other_and_is_tried_again(
    ana: User,
    moderator: User,
    games: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bo, *people = make_user("Bo"), make_user(), make_user()
    bad, good = (game_of(ana, *people) for _game in range(2))
    bos = game_of(bo, *people)

    def fails(game_id: int) -> Game:
        if game_id == bad.pk:
            raise ValueError
        return lock(game_id)

    monkeypatch.setattr(following, "lock", fails)
    caplog.set_level(logging.CRITICAL)
    shut_out(ana, moderator, games)
    shut_out(bo, moderator, games)

    def followed(game: Game) -> bool:
        return clock(game)[1] is not None or game.seats.filter(left_why="removed").exists()

    assert (followed(bad), followed(good), followed(bos)) == (False, True, True)
    assert [each.user for each in Sanction.objects.filter(games_due=True)] == [ana]
    monkeypatch.undo()
    sweep(NOW + MINUTE)  # it is let alone for a while
    assert not followed(bad)
    sweep(NOW + HOUR)
    assert followed(bad) and not Sanction.objects.filter(games_due=True).exists()


def test_whoever_is_gone_as_their_pause_ends_is_done_with_quietly(
    ana: User,
    moderator: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    shut_out(ana, moderator, "pause")

    def none_behind(*_work: object) -> list[int]:
        User.objects.filter(pk=ana.pk).delete()
        return []

    monkeypatch.setattr(pauses_module, "left_behind", none_behind)
    assert pauses_module.end_pauses(END) == 0
    assert not caplog.records


@pytest.mark.parametrize("gone", [Game, Sanction])
def test_what_is_gone_before_it_has_followed_is_done_with_quietly(
    ana: User,
    moderator: User,
    gone: type[Game] | type[Sanction],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game_of(ana, make_user())
    shut_out(ana, moderator, "pause", swept=False)

    def lock_what_goes(game_id: int) -> Game:
        if gone is Game:
            Game.objects.filter(pk=game_id).delete()
        game = lock(game_id)
        Sanction.objects.all().delete()
        return game

    monkeypatch.setattr(following, "lock", lock_what_goes)
    following.follow_sanctions(NOW)
    assert not caplog.records
    assert not Sanction.objects.filter(games_due=True).exists()


def test_a_stuck_game_keeps_the_pause_open_until_its_clock_runs(ana: User, moderator: User) -> None:
    stuck, free = game_of(ana, make_user()), game_of(ana, make_user())
    shut_out(ana, moderator, "pause")
    Game.objects.filter(pk=stuck.pk).update(stuck_until=END + HOUR)
    sweep(END)
    assert clock(free)[0] is not None and clock(stuck)[0] is None and pauses(ana)
    assert ana.games_behind == [stuck.pk]
    sweep(END + HOUR)
    assert clock(stuck)[0] == END + HOUR + timedelta(seconds=WHOLE)
    assert clock(free)[0] == END + timedelta(seconds=WHOLE)
    assert not pauses(ana)


def test_games_that_have_followed_are_let_alone_while_one_is_stuck(
    ana: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = game_of(ana, make_user()), game_of(ana, make_user())
    wound: list[int] = []

    def counts(game_id: int) -> Game:
        wound.append(game_id)
        return lock(game_id)

    for module in (following, pauses_module):
        monkeypatch.setattr(module, "lock", counts)
    Game.objects.filter(pk=bad.pk).update(stuck_until=NOW + HOUR)
    shut_out(ana, moderator, "pause")
    for at in (NOW + MINUTE, NOW + 2 * MINUTE, NOW + HOUR, NOW + 2 * HOUR):
        sweep(at)
    assert wound == [good.pk, bad.pk]
    assert not Sanction.objects.filter(games_due=True).exists()
    wound.clear()
    Game.objects.filter(pk=bad.pk).update(stuck_until=END + HOUR)
    for at in (END, END + MINUTE, END + HOUR, END + 2 * HOUR):
        sweep(at)
    assert wound == [good.pk, bad.pk]
    assert not pauses(ana) and ana.games_behind == []


def test_another_pause_is_over_for_all_games_though_one_was_stuck_before(
    ana: User, moderator: User
) -> None:
    bad, good = game_of(ana, make_user()), game_of(ana, make_user())
    shut_out(ana, moderator, "pause")
    Game.objects.filter(pk=bad.pk).update(stuck_until=END + HOUR)
    sweep(END)
    shut_out(ana, moderator, "pause", now=END + MINUTE, until=END + DAY)
    assert clock(good)[1] is not None
    sweep(END + DAY)
    assert clock(good)[0] is not None and clock(bad)[0] is not None and not pauses(ana)


def test_one_person_s_fault_is_not_another_s(
    ana: User, moderator: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bo = make_user("Bo")
    game = game_of(bo, make_user())
    real = following.games_of

    def fails(user_id: int) -> object:
        if user_id == ana.pk:
            raise ValueError
        return real(user_id)

    monkeypatch.setattr(following, "games_of", fails)
    caplog.set_level(logging.CRITICAL)
    shut_out(ana, moderator, "pause", swept=False)
    shut_out(bo, moderator, "pause")
    assert clock(game)[1] is not None


def test_the_task_sweeps(ana: User, moderator: User) -> None:
    sanction = shut_out(ana, moderator, "pause", swept=False)
    task()
    sanction.refresh_from_db()
    assert not sanction.games_due

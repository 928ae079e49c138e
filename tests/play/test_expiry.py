"""Time is up: found by a sweep, by each game's own deadline, one game at a time."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice
from games.models import Game, LegendCard, Seat
from games.models import Move as MoveRow
from games.play import batches, expiry
from games.play.bots import waiting_for_bots
from games.play.expiry import expire, expire_due
from games.play.lobby import Options, open_table
from games.play.shifts import give_time
from games.play.storage import load
from games.play.turns import take_turn
from games.rules.moves import Move
from tests.builders import NOW, act, lay_kingdom, lay_river, make_game, make_user
from tests.play.clockwork import DAY, HOUR, MINUTE, SECOND, deadline, end_turn, fresh, log, seat

pytestmark = pytest.mark.django_db

UP = DAY
QUERIES = 18  # to work off a game in which one of three runs out of time


def people(players: int, **options: object) -> Game:
    """A game of people alone with a day a turn and no bank; its first turn began at NOW."""
    return make_game(*(make_user() for _ in range(players)), bank_seconds=0, **options)  # type: ignore[arg-type]


def test_nobody_runs_out_before_the_deadline_and_all_do_at_it() -> None:
    game = people(3)
    assert expire_due(NOW + UP - SECOND) == 0
    assert fresh(game).version == game.version
    assert expire_due(NOW + UP) == 1
    late = seat(game, game.active_seat)
    assert (late.left_why, late.left_at) == ("timeout", NOW + UP)
    assert log(game)[-1] == (late.number, "leave", "timeout")


def test_a_page_view_ends_nothing() -> None:
    game = people(2)
    load(fresh(game))
    end_turn(game, UP + HOUR)
    assert fresh(game).is_running


def test_the_rest_go_on() -> None:
    game = people(3)
    expire_due(NOW + UP)
    assert fresh(game).active_seat == (game.active_seat + 1) % 3
    assert deadline(game) == UP + DAY
    end_turn(game, UP + HOUR)
    end_turn(game, UP + 2 * HOUR)
    assert fresh(game).active_seat == (game.active_seat + 1) % 3


def test_a_drawn_card_goes_back() -> None:
    game = people(3)
    act(game, game.active_seat, Move("draw"), now=NOW + HOUR)
    expire_due(NOW + UP)
    assert (fresh(game).pile, fresh(game).drawn_kind) == (game.pile, "")


def test_or_a_bot_plays_on() -> None:
    game = people(3, leavers="bot")
    expire_due(NOW + UP)
    assert seat(game, game.active_seat).left_why == "timeout"
    end_turn(game, UP + HOUR)
    end_turn(game, UP + 2 * HOUR)
    assert fresh(game).active_seat == game.active_seat
    assert game.pk in waiting_for_bots().values_list("pk", flat=True)
    assert expire_due(NOW + 90 * DAY) == 0


def test_time_up_after_the_action_passes_and_nobody_is_out() -> None:
    game = people(2)
    lay_kingdom(game, game.active_seat, "EEpf", "msHD", "pfms", "pfms")
    lay_river(game, "tribe-elf")
    end_turn(game, HOUR, claimable=True)
    assert (fresh(game).phase, deadline(game)) == ("claiming", UP)
    assert expire_due(NOW + UP) == 1
    assert [each.left_at for each in Seat.objects.filter(game=game)] == [None, None]
    assert (fresh(game).active_seat, fresh(game).phase) == (1 - game.active_seat, "action")
    assert seat(game, game.active_seat).turns == 1
    assert deadline(game) == UP + DAY
    assert not LegendCard.objects.filter(game=game, zone="owned").exists()


def test_all_who_are_late_to_arrange_keep_their_cards_as_dealt_and_the_first_turn_begins() -> None:
    game = make_game(*(make_user() for _ in range(4)), arranged=False)
    dealt = [each.dealt for each in game.seats.all()]
    act(game, 0, Move("arrange", detail=dealt[0][::-1]))
    act(game, 1, Move("arrange", detail=dealt[1][::-1]))
    act(game, 1, Move("ready"))
    assert expire_due(NOW + DAY) == 1
    game = fresh(game)
    assert game.status == Game.Status.PLAYING
    centres = [kingdom.centre() for kingdom in load(game).state.kingdoms]
    assert centres == [dealt[0], dealt[1][::-1], dealt[2], dealt[3]]
    late = [row for row in log(game) if row[2] == "timeout"]
    assert late == [(number, "ready", "timeout") for number in (0, 2, 3)]
    assert (
        Counter(MoveRow.objects.filter(game=game).values_list("number")).most_common(1)[0][1] == 1
    )
    assert deadline(game) == DAY + DAY + 3 * DAY
    assert not Seat.objects.filter(game=game, left_at__isnull=False).exists()
    assert expire_due(NOW + DAY) == 0


def test_several_run_out_one_after_the_other_and_the_last_one_stays() -> None:
    game = people(4)
    first = game.active_seat
    for turn in (1, 2, 3):
        assert expire_due(NOW + turn * DAY) == 1
    game = fresh(game)
    assert (game.status, game.end, game.deadline) == (Game.Status.OVER, "alone", None)
    assert [row[0] for row in log(game)[-3:]] == [(first + step) % 4 for step in range(3)]
    moves = MoveRow.objects.filter(game=game).count()
    notices = Notice.objects.count()
    for _sweep in range(3):
        assert expire_due(NOW + 100 * DAY) == 0
    assert MoveRow.objects.filter(game=game).count() == moves
    assert Notice.objects.count() == notices


def test_a_long_sleep_ends_a_game_with_a_mail_for_each_and_not_one_more() -> None:
    """Nobody has come by for weeks: sweeps that follow each other close it."""
    game = people(4)
    later = NOW + 60 * DAY
    while expire_due(later):
        later += DAY
    assert fresh(game).status == Game.Status.OVER
    told = Notice.objects.filter(kind__in=["over", "timed-out"]).values_list(
        "kind", "payload__seat"
    )
    late = {(game.active_seat + step) % 4 for step in range(3)}
    assert Counter(told) == {("timed-out", number): 1 for number in late} | {
        ("over", number): 1 for number in range(4)
    }


def test_the_last_person_among_bots_ends_the_game_by_running_out() -> None:
    game = make_game(make_user(), make_user(), players=4, leavers="bot")
    while fresh(game).deadline is None:
        end_turn(game, timedelta(0))
    end_turn(game, timedelta(0))
    assert fresh(game).deadline is not None
    expire_due(NOW + 4 * DAY)
    while fresh(game).deadline is None:
        end_turn(game, 4 * DAY)
    expire_due(NOW + 8 * DAY)
    game = fresh(game)
    assert (game.status, game.end, game.bot_due) == (Game.Status.OVER, "bots", False)


def test_a_resignation_at_the_end_of_time_leaves_nothing_due() -> None:
    game = people(2)
    act(game, game.active_seat, Move("leave", detail="resigned"), now=NOW + UP)
    assert not expire(game.pk, NOW + UP)


def test_the_deadline_counts_as_it_stands_under_the_lock() -> None:
    game = people(2)
    give_time(game_id=game.pk, seconds=60, now=NOW)
    assert not expire(game.pk, NOW + UP)
    end_turn(game, HOUR)
    assert not expire(game.pk, NOW + UP + MINUTE)
    assert expire(game.pk, NOW + UP + HOUR)


def test_a_game_without_a_clock_never_runs_out() -> None:
    make_game(make_user(), players=3, public=False, turn_seconds=None)
    assert expire_due(NOW + 10_000 * DAY) == 0


def test_the_longest_overdue_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [people(2, seed=bytes([number] * 32)) for number in range(5)]
    order = [3, 1, 4, 0, 2]
    for hours, number in enumerate(order):
        moved = games[number].deadline
        assert moved is not None
        Game.objects.filter(pk=games[number].pk).update(deadline=moved - (9 - hours) * HOUR)
    seen: list[int] = []

    def note(_work: object, game_id: int, _now: datetime) -> bool:
        seen.append(game_id)
        return False

    monkeypatch.setattr(expiry, "attempt", note)
    monkeypatch.setattr(batches, "BATCH", 2)
    expire_due(NOW + UP)
    assert seen == [games[number].pk for number in order]


def test_batches_lose_nobody_whose_deadline_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {people(2, seed=bytes([number] * 32)).pk for number in range(7)}
    monkeypatch.setattr(batches, "BATCH", 2)
    assert expire_due(NOW + UP, most=3) == 3
    assert expire_due(NOW + UP) == 4
    assert set(Game.objects.filter(status="over").values_list("pk", flat=True)) == games


def break_cards(game: Game) -> None:
    """Let the game's rows be none that a game can be read from."""
    LegendCard.objects.filter(game=game, zone="pile").update(
        zone="owned", owner=game.seats.get(number=0)
    )
    game.cells.filter(seat__number=0, row=0, column=0).delete()


@pytest.mark.parametrize("turns", ["bad first", "bad last"])
def test_one_bad_row_never_stops_the_rest(turns: str, caplog: pytest.LogCaptureFixture) -> None:
    bad, good = people(3), people(3)
    if turns == "bad last":
        bad, good = good, bad
    break_cards(bad)
    assert expire_due(NOW + UP) == 1
    assert log(good)[-1][1] == "leave"
    assert fresh(bad).version == bad.version
    (logged,) = caplog.records
    assert f"game {bad.pk}" in logged.getMessage()
    assert logged.exc_info


def test_and_is_let_alone_for_ten_minutes(caplog: pytest.LogCaptureFixture) -> None:
    game = people(3)
    break_cards(game)
    at = NOW + UP
    for sweep in range(60):
        expire_due(at + sweep * timedelta(seconds=10))
    assert len(caplog.records) == 1
    expire_due(at + 10 * MINUTE)
    assert len(caplog.records) == 2


def test_the_rest_is_over_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    game = people(3)

    def fail(*_given: object, **_named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(expiry, "take_turn", fail)
    assert expire_due(NOW + UP) == 0
    assert fresh(game).deadline == NOW + UP
    monkeypatch.undo()
    assert expire_due(NOW + UP + 10 * MINUTE) == 1


def test_what_fails_in_the_middle_leaves_the_game_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two who are late to arrange the second fails: neither was ready."""
    game = make_game(make_user(), make_user(), arranged=False)

    def fail(*, game_id: int, seat: int, move: Move, version: None, now: datetime) -> object:
        if seat == 1:
            raise ZeroDivisionError
        return take_turn(game_id=game_id, seat=seat, move=move, version=version, now=now)

    monkeypatch.setattr(expiry, "take_turn", fail)
    assert expire_due(NOW + DAY) == 0
    assert log(game) == []
    assert not seat(game, 0).ready


def test_the_queries_of_a_game_are_as_many_however_many_are_due() -> None:
    counted: list[int] = []
    locks: list[list[str]] = []
    for games in (10, 30):
        for number in range(games):
            people(3, seed=bytes([number + 1] * 32))
        with CaptureQueriesContext(connection) as queries:
            assert expire_due(NOW + UP, most=games) == games
        counted.append(len(queries))
        locks.append(_locked_together([query["sql"] for query in queries]))
        Game.objects.all().delete()
    assert counted[1] - counted[0] == 20 * QUERIES
    assert counted[0] == 10 * QUERIES + 5  # outages, proposals, three statuses
    assert locks == [[], []]


def _locked_together(queries: list[str]) -> list[str]:
    """The transactions (savepoints here) that wrote to two games."""
    found: list[str] = []
    written: set[str] = set()
    depth = 0
    for sql in queries:
        if sql.startswith("SAVEPOINT"):
            depth += 1
        elif sql.startswith("RELEASE"):
            depth -= 1
            if depth == 0:
                if len(written) != 1:
                    found.append(str(written))
                written = set()
        elif sql.startswith('UPDATE "games_game"'):
            written.add(sql.rsplit(" = ", 1)[1])
    return found


def test_overdue_games_are_found_by_indexes() -> None:
    people(2)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    due = Game.objects.filter(status="playing", deadline__lte=NOW).order_by("deadline", "pk")
    assert "game_status_deadline" in due.explain()
    proposals = Game.objects.filter(proposal_deadline__lte=NOW).order_by("proposal_deadline", "pk")
    assert "game_proposal_deadline" in proposals.explain()


def test_an_open_table_is_worked_off_by_the_same_sweep() -> None:
    open_table(host=make_user(), options=Options(), now=NOW)
    assert expire_due(NOW + 14 * DAY - SECOND) == 0
    assert expire_due(NOW + 14 * DAY) == 1
    assert Game.objects.get().status == Game.Status.EXPIRED

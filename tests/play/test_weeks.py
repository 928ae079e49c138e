"""What happened on the site by week, by known figures."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from games.models import Move as MoveRow
from games.play import weeks
from games.play.ending import call_off
from games.play.lobby import Options, open_table
from games.play.turn_times import turn_times
from games.play.weeks import week_of
from games.rules.moves import Move
from games.rules.visibility import legal_for
from tests.builders import act, make_game, make_user

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 3, 2)
BEFORE, AFTER = MONDAY - timedelta(days=7), MONDAY + timedelta(days=7)
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


def game_of(*people: User, at: datetime = NOON, **options: Any) -> Game:
    """A game that began at `at`, its cards arranged then."""
    game = make_game(*people, first_by="account", **options)
    Game.objects.filter(pk=game.pk).update(started_at=at)
    MoveRow.objects.filter(game=game).update(at=at)
    return game


def turns(game: Game, *minutes: int, start: datetime = NOON) -> datetime:
    """Turns of so many minutes one after the other: a card is drawn at once, then kept."""
    at = start
    for taken in minutes:
        game.refresh_from_db()
        seat = game.active_seat
        drawn = act(game, seat, Move("draw"), now=at)
        at += timedelta(minutes=taken)
        act(game, seat, Move("keep", legal_for(drawn.state, seat).keep[-1]), now=at)
        if Game.objects.get(pk=game.pk).phase == "claiming":
            act(game, seat, Move("pass"), now=at)
    return at


def end(game: Game, status: str, why: str, at: datetime = NOON) -> None:
    values: dict[str, Any] = {"status": status, "end": why, "ended_at": at, "record": {}}
    Game.objects.filter(pk=game.pk).update(
        **values, deadline=None, stopped_seconds=None, proposal_deadline=None
    )


@pytest.mark.parametrize(
    ("at", "week"),
    [
        (MIDNIGHT, MONDAY),
        (MIDNIGHT - SECOND, BEFORE),
        (datetime(2026, 3, 8, 23, 59, tzinfo=UTC), MONDAY),
        (datetime(2026, 3, 9, 0, 30, tzinfo=UTC).astimezone(), AFTER),
    ],
)
def test_weeks_begin_on_monday_in_utc(at: datetime, week: date) -> None:
    assert week_of(at) == week


def test_games_count_in_the_week_they_began(people: list[User]) -> None:
    for at in (MIDNIGHT - SECOND, MIDNIGHT, NOON, MIDNIGHT + timedelta(days=7)):
        game_of(*people, at=at)
    open_table(host=people[0], options=Options(players=2), now=NOON)
    assert weeks.started(BEFORE, AFTER) == {BEFORE: 1, MONDAY: 2, AFTER: 1}
    assert weeks.started(MONDAY, MONDAY) == {MONDAY: 2}


def test_finished_is_what_was_explored_or_came_to_the_limit(people: list[User]) -> None:
    for why in ("explored", "limit"):
        end(game_of(*people), "over", why)
    assert weeks.ended(MONDAY, MONDAY) == {MONDAY: (2, 0)}


@pytest.mark.parametrize(
    ("status", "why"),
    [
        *(("over", why) for why in ("alone", "bots")),
        *(("void", why) for why in ("called-off", "agreed", "idle", "moderator", "voided")),
    ],
)
def test_dropped_is_what_has_no_result_or_was_left(
    people: list[User], status: str, why: str
) -> None:
    end(game_of(*people), status, why)
    assert weeks.ended(MONDAY, MONDAY) == {MONDAY: (0, 1)}


def test_each_end_counts_in_its_week(people: list[User]) -> None:
    end(game_of(*people), "over", "explored", at=MIDNIGHT - SECOND)
    end(game_of(*people), "over", "explored", at=MIDNIGHT)
    end(game_of(*people), "over", "alone", at=MIDNIGHT + timedelta(days=7))
    assert weeks.ended(BEFORE, AFTER) == {BEFORE: (1, 0), MONDAY: (1, 0), AFTER: (0, 1)}


def test_real_ends_are_counted_as_they_are_written(people: list[User]) -> None:
    called_off, left = game_of(*people), game_of(*people)
    call_off(game_id=called_off.pk, user=people[0], now=NOON)
    act(left, 0, Move("leave", detail="resigned"), now=NOON)
    assert weeks.ended(MONDAY, MONDAY) == {MONDAY: (0, 2)}


def test_tables_that_nobody_began_are_neither(people: list[User]) -> None:
    game = open_table(host=people[0], options=Options(players=2), now=NOON)
    Game.objects.filter(pk=game.pk).update(status="expired", ended_at=NOON, deadline=None)
    assert weeks.ended(MONDAY, MONDAY) == {}


def test_people_who_decided_something_are_active_once(people: list[User]) -> None:
    for _game in range(2):
        turns(game_of(*people, at=MIDNIGHT - SECOND), 1, 1, 1)
    assert weeks.active(MONDAY, MONDAY) == {MONDAY: 2}
    assert weeks.active(BEFORE, MONDAY) == {BEFORE: 2, MONDAY: 2}  # they arranged before


def test_bots_are_no_people(people: list[User]) -> None:
    game = game_of(people[0], players=2, at=MIDNIGHT - SECOND)
    turns(game, 1, 1)
    assert weeks.active(MONDAY, MONDAY) == {MONDAY: 1}


def test_who_only_ran_out_of_time_was_not_active(people: list[User]) -> None:
    game = game_of(*people, at=MIDNIGHT - SECOND)
    game.refresh_from_db()
    act(game, game.active_seat, Move("leave", detail="timeout"), now=NOON)
    assert weeks.active(MONDAY, MONDAY) == {}


def test_who_left_the_site_since_counts_once_a_table(people: list[User]) -> None:
    for _game in range(2):
        game = game_of(*people, at=MIDNIGHT - SECOND)
        turns(game, 1, 1)
        game.seats.filter(user=people[1]).update(user=None, name="")
    assert weeks.active(MONDAY, MONDAY) == {MONDAY: 3}


def clocked(*people: User, at: datetime = NOON, **options: Any) -> Game:
    return game_of(*people, at=at, turn_seconds=86_400, bank_seconds=0, **options)


def median(first: date = MONDAY, last: date = MONDAY) -> dict[date, float]:
    return {week: taken.total_seconds() / 60 for week, taken in turn_times(first, last).items()}


@pytest.mark.parametrize(
    ("minutes", "middle"), [([7], 7), ([2, 40], 21), ([1, 90, 5], 5), ([9, 3, 1, 60], 6)]
)
def test_the_median_of_odd_and_even_numbers(
    people: list[User], minutes: list[int], middle: float
) -> None:
    turns(clocked(*people), *minutes)
    assert median() == {MONDAY: middle}


def test_turns_of_several_games_count_together(people: list[User]) -> None:
    turns(clocked(*people), 1, 2)
    turns(clocked(*people), 30, 40, 50)
    assert median() == {MONDAY: 30}


def test_a_turn_counts_from_the_one_before_in_the_week_of_its_end(people: list[User]) -> None:
    start = MIDNIGHT - timedelta(minutes=10)
    turns(clocked(*people, at=start), 5, 20, 30, start=start)
    assert median(BEFORE, MONDAY) == {BEFORE: 5, MONDAY: 25}


def test_a_turn_that_runs_is_not_over(people: list[User]) -> None:
    game = clocked(*people)
    at = turns(game, 4)
    game.refresh_from_db()
    act(game, game.active_seat, Move("draw"), now=at + timedelta(minutes=50))
    assert median() == {MONDAY: 4}


def test_games_without_a_clock_and_bots_are_left_out(people: list[User]) -> None:
    unhurried = game_of(*people)
    Game.objects.filter(pk=unhurried.pk).update(turn_seconds=None, deadline=None)
    turns(unhurried, 9)
    turns(clocked(people[0], players=2), 3, 70, 5)  # the bot's turn is the second
    assert median() == {MONDAY: 4}


def test_who_leaves_in_the_turn_of_another_does_not_shorten_it(people: list[User]) -> None:
    game = clocked(*people, make_user("Cy"))
    drawn = act(game, 0, Move("draw"), now=NOON)
    act(game, 2, Move("leave", detail="resigned"), now=NOON + timedelta(minutes=9))
    keep = Move("keep", legal_for(drawn.state, 0).keep[-1])
    act(game, 0, keep, now=NOON + timedelta(minutes=10))
    assert median() == {MONDAY: 10}


def test_who_leaves_ends_no_turn_and_others_count_from_there(people: list[User]) -> None:
    game = clocked(*people, make_user("Cy"))
    at = turns(game, 6)
    game.refresh_from_db()
    act(game, game.active_seat, Move("leave", detail="timeout"), now=at + timedelta(minutes=60))
    turns(game, 8, start=at + timedelta(minutes=60))
    assert median() == {MONDAY: 7}


def test_a_bot_that_plays_on_for_somebody_is_not_them(people: list[User]) -> None:
    game = clocked(*people, make_user("Cy"), leavers="bot")
    at = turns(game, 6)
    game.refresh_from_db()
    seat = game.active_seat
    act(game, seat, Move("leave", detail="resigned"), now=at)
    turns(game, 3, 5, 90, start=at)  # the last by the bot
    assert median() == {MONDAY: 5}
    assert weeks.active(MONDAY, MONDAY) == {MONDAY: 3}


def test_each_figure_is_one_query(people: list[User], django_assert_num_queries: Any) -> None:
    for at in (MIDNIGHT - timedelta(days=3), NOON):
        turns(clocked(*people, at=at), 1, 2, start=at)
    for figure in (weeks.started, weeks.ended, weeks.active, turn_times):
        with django_assert_num_queries(1):
            figure(BEFORE - 20 * weeks.WEEK, AFTER)

"""Clocks at the table: until when, how long, whose, and why one stands still."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts.models import User
from games.mail.time_left import time_left
from games.models import Game
from games.play.beat import beat
from games.play.expiry import expire
from games.play.lobby import play_now
from games.play.pace import DAY, HOUR
from games.play.shifts import apply_to_all
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user, play_some
from tests.views.sitting import Sitting, sit
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """An hour after the game began."""
    with time_machine.travel(NOW + timedelta(hours=1), tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(people: list[User], clock: time_machine.Traveller) -> Game:
    return make_game(*people)


@pytest.fixture
def mover(game: Game, people: list[User]) -> Sitting:
    return sit(game, people[game.active_seat])


@pytest.fixture
def waiting(game: Game, people: list[User]) -> Sitting:
    return sit(game, people[1 - game.active_seat])


def told(sitting: Sitting) -> str:
    """What the table says of its clock."""
    return sitting.see().one("p", id="clock").words


def go_away(user: User | None, until: datetime) -> None:
    assert user is not None
    user.vacation_from, user.vacation_until = NOW, until
    user.save()


def stop(game: Game, seconds: int) -> None:
    Game.objects.filter(pk=game.pk).update(
        deadline=None, running_since=None, stopped_seconds=seconds
    )


def test_whose_turn_it_is_sees_instant_zone_and_time_left(mover: Sitting) -> None:
    assert told(mover) == (
        "You have until Thu 5 Mar 2026, 08:00 UTC: 3 days 23 hours left."
        " The last 3 days of it are the time bank."
    )
    page = mover.see()
    assert page.one("time", datetime="2026-03-05T08:00:00+00:00")
    assert page.one("span", class_="left")["data-left"] == str(4 * DAY - HOUR)


def test_the_others_and_who_watches_see_the_deadline_too(
    game: Game, people: list[User], waiting: Sitting
) -> None:
    name = people[game.active_seat].name
    for reader in (waiting, sit(game)):
        assert told(reader).startswith(f"{name} has until Thu 5 Mar 2026, 08:00 UTC: 3 days 23")


def test_the_instant_is_told_in_the_reader_s_zone(
    game: Game, people: list[User], mover: Sitting
) -> None:
    user = people[game.active_seat]
    user.time_zone = "Asia/Kathmandu"
    user.save()
    assert "until Thu 5 Mar 2026, 13:45 UTC+05:45" in told(mover)


def test_once_the_turn_s_time_is_over_it_says_that_the_bank_is_used(
    mover: Sitting, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOW + timedelta(days=2))
    assert told(mover).endswith(
        "2 days left. The time of the turn is used up: this is the time bank."
    )


def test_between_deadline_and_sweep_time_is_up(
    mover: Sitting, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOW + timedelta(days=4, seconds=5))
    assert told(mover) == "You have until Thu 5 Mar 2026, 08:00 UTC: time is up."


def test_all_who_arrange_have_one_clock(people: list[User], clock: object) -> None:
    game = make_game(*people, arranged=False)
    for user in people:
        assert told(sit(game, user)) == (
            "All arrange their cards until Mon 2 Mar 2026, 08:00 UTC: 23 hours left."
        )


def test_a_game_without_a_clock_says_so(people: list[User], clock: object) -> None:
    game = play_now(user=people[0], bots=1, bot="random", seed=SEED, now=NOW)
    page = sit(game, people[0]).see()
    assert page.all(id="clock") == []
    assert page.all(class_="bank") == []
    assert "no clock" in page.one("header", class_="table-head").words


def test_the_table_tells_its_pace(mover: Sitting) -> None:
    head = mover.see().one("header", class_="table-head").words
    assert "turn 1 of 40 · Rulebook · not rated, as the table was opened so · Daily" in head
    assert "Daily: 1 day a turn, 3 days in the bank" in head


def test_each_seat_shows_what_is_left_of_its_bank(
    game: Game, people: list[User], mover: Sitting, clock: time_machine.Traveller
) -> None:
    game.seats.filter(number=1 - game.active_seat).update(bank_seconds=0)
    clock.move_to(NOW + timedelta(days=3))

    def banks() -> dict[str, str]:
        page = mover.see()
        shown = zip(page.all(class_="who"), page.all(class_="bank"), strict=True)
        return {name.words: bank.words for name, bank in shown}

    active, other = people[game.active_seat].name, people[1 - game.active_seat].name
    assert banks() == {active: "1 day in the bank", other: "time bank empty"}


def test_bots_and_who_is_out_have_no_bank(people: list[User], clock: object) -> None:
    game = make_game(*people, make_user("Cleo"), players=4)
    act(game, 1, Move("leave", detail="resigned"))
    assert len(sit(game, people[0]).see().all(class_="bank")) == 2


# Vacations


def test_a_clock_that_stands_says_who_is_away_until_when(
    game: Game, people: list[User], mover: Sitting, waiting: Sitting
) -> None:
    active = people[game.active_seat]
    go_away(active, NOW + timedelta(days=5))
    stop(game, 5 * HOUR)
    assert told(waiting) == (
        f"The clock stands still: {active.name} is on vacation until Fri 6 Mar 2026, 08:00 UTC."
        " It has 5 hours left."
    )
    assert told(mover).startswith("The clock stands still: you are on vacation until Fri 6 Mar")
    assert waiting.see().all(class_="left") == []


def test_until_the_sweep_lets_it_run_on_it_stands_without_a_reason(
    game: Game, waiting: Sitting
) -> None:
    stop(game, 5 * HOUR)
    assert told(waiting) == "The clock stands still. It has 5 hours left."


def test_of_those_who_arrange_only_the_missing_are_named(people: list[User], clock: object) -> None:
    ana, bo, cleo = *people, make_user("Cleo")
    game = make_game(ana, bo, cleo, arranged=False)
    act(game, 0, Move("ready"))
    act(game, 2, Move("leave", detail="resigned"))
    for user in (ana, bo, cleo):
        go_away(user, NOW + timedelta(days=5))
    stop(game, HOUR)
    assert told(sit(game)) == (
        "The clock stands still: Bo is on vacation until Fri 6 Mar 2026, 08:00 UTC."
        " It has 1 hour left."
    )


def test_the_seat_of_whoever_is_away_says_so_whose_turn_it_ever_is(
    game: Game, people: list[User], mover: Sitting, clock: time_machine.Traveller
) -> None:
    away = people[1 - game.active_seat]
    go_away(away, NOW + timedelta(days=5))
    shown = mover.see().one("span", class_="away")
    assert shown.words == "on vacation until Fri 6 Mar 2026, 08:00 UTC"
    assert away.name in shown.inside[-1].words
    clock.move_to(NOW + timedelta(days=5))
    assert mover.see().all(class_="away") == []


# Pages that stay open


def asked_by(sitting: Sitting) -> str:
    return sitting.see().one(id="table")["data-poll"].split("?")[1]


def test_a_page_learns_that_its_clock_was_stopped(game: Game, waiting: Sitting) -> None:
    asked = asked_by(waiting)
    assert waiting.poll(asked).status == 204
    stop(game, 5 * HOUR)
    part = waiting.poll(asked)
    assert part.status == 200
    assert part.one(id="clock").words.startswith("The clock stands still")
    assert part.one(id="told").words.startswith("The clock stands still")
    assert waiting.poll(asked_by(waiting)).status == 204


def test_a_page_learns_that_time_was_given(game: Game, mover: Sitting) -> None:
    asked = asked_by(mover)
    Game.objects.filter(pk=game.pk).update(deadline=NOW + timedelta(days=6))
    part = mover.poll(asked)
    assert "until Sat 7 Mar 2026, 08:00 UTC" in part.one(id="clock").words


def test_who_runs_out_of_time_is_told_so_while_the_page_is_open(
    people: list[User], clock: time_machine.Traveller
) -> None:
    game = make_game(*people, make_user("Cleo"))
    sitting = sit(game, game.seats.get(number=game.active_seat).user)
    asked = asked_by(sitting)
    clock.move_to(NOW + timedelta(days=5))
    assert expire(game.pk, NOW + timedelta(days=5))
    part = sitting.poll(asked)
    told = "Your time has run out, so you are out of this game."
    assert part.says.startswith(told)
    assert told in part.one(id="told").words
    late = sitting.do("draw", version=game.version)
    assert late.status == 409
    assert late.says.startswith(told)
    assert told not in sitting.poll(asked_by(sitting)).html


def test_an_ended_game_has_no_clock(game: Game, people: list[User]) -> None:
    play_some(game)
    page = sit(game, people[0]).see()
    assert page.all(id="clock") == []
    assert page.all(class_="bank") == []


def test_looking_at_a_clock_that_has_run_out_changes_nothing(
    game: Game, mover: Sitting, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOW + timedelta(days=90))
    before = Game.objects.filter(pk=game.pk).values().get()
    mover.see()
    browser_of(make_user()).get(mover.address)
    assert Game.objects.filter(pk=game.pk).values().get() == before


def test_zones_of_the_reader_and_of_who_is_away_do_not_mix(
    game: Game, people: list[User], waiting: Sitting
) -> None:
    active = people[game.active_seat]
    active.time_zone = "Pacific/Honolulu"
    go_away(active, datetime(2026, 3, 6, 0, 0, tzinfo=ZoneInfo("Pacific/Honolulu")))
    assert "until Fri 6 Mar 2026, 10:00 UTC" in words(waiting.see().html)


def test_in_an_outage_the_table_tells_what_a_mail_would(
    game: Game, mover: Sitting, clock: time_machine.Traveller
) -> None:
    beat(NOW + timedelta(hours=2))
    clock.move_to(NOW + timedelta(days=5))
    page = told(mover)
    mail = time_left(Game.objects.get(), bank=3 * DAY, now=NOW + timedelta(days=5))
    assert "3 days 22 hours left" in page
    assert mail.span == "3 days 22 hours"
    assert f"You have until {mail.moment}:" in page
    assert "time is up" not in page


def test_once_the_outage_is_over_it_tells_the_same(
    game: Game, mover: Sitting, clock: time_machine.Traveller
) -> None:
    beat(NOW + timedelta(hours=2))
    clock.move_to(NOW + timedelta(days=5))
    before = told(mover)
    beat(NOW + timedelta(days=5))
    apply_to_all(NOW + timedelta(days=5))
    assert told(mover) == before

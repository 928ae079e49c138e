"""When a turn, or the start of a game, is told by mail, and when it is not true any more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Notice, User
from games.mail.kind import Later
from games.mail.kinds import KINDS
from games.models import ClockShift, Game, Heartbeat, Seat
from games.play.ending import call_off
from games.play.expiry import expire_due
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user, play_some
from tests.mail.telling import (
    active,
    end_turn,
    is_told,
    is_untrue,
    look,
    mail,
    notice_of,
    text,
)

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def test_a_turn_is_told_until_it_ends(game: Game, people: list[User]) -> None:
    notice = notice_of(active(game, people), "turn")
    assert is_told(notice)
    end_turn(game)
    assert is_untrue(notice)


def test_a_turn_is_told_while_a_card_is_in_hand(game: Game, people: list[User]) -> None:
    user = active(game, people)
    act(game, people.index(user), Move("draw"))
    assert "You have drawn" in text(notice_of(user, "turn"))


def test_an_earlier_turn_of_the_same_seat_is_not_told(game: Game, people: list[User]) -> None:
    user = active(game, people)
    notice = notice_of(user, "turn")
    for _seat in people:
        end_turn(game)
    assert active(game, people) == user
    assert is_untrue(notice)
    assert is_told(notice_of(user, "turn"))


def test_who_has_left_is_told_of_no_turn(game: Game, people: list[User]) -> None:
    user = active(game, people)
    act(game, people.index(user), Move("leave", detail="resigned"))
    assert is_untrue(notice_of(user, "turn"))


def test_no_turn_of_a_game_that_has_ended(game: Game, people: list[User]) -> None:
    user = active(game, people)
    call_off(game_id=game.pk, user=next(each for each in people if each != user), now=NOW)
    assert is_untrue(notice_of(user, "turn"))


def test_no_turn_of_a_seat_that_is_another_persons(game: Game, people: list[User]) -> None:
    user = active(game, people)
    Seat.objects.filter(game=game, user=user).update(user=make_user())
    assert is_untrue(notice_of(user, "turn"))


def test_a_game_that_is_gone_is_not_told_of(game: Game, people: list[User]) -> None:
    notice = notice_of(active(game, people), "turn")
    Game.objects.filter(pk=game.pk).delete()
    assert is_untrue(notice)


def test_a_turn_whose_time_is_up_waits_for_what_becomes_of_it(
    game: Game, people: list[User]
) -> None:
    notice = notice_of(active(game, people), "turn")
    now = NOW + 5 * DAY
    assert look(notice, now) == Later(now + timedelta(minutes=1))
    expire_due(now)
    assert is_untrue(notice, now)


def test_deadlines_are_told_with_the_outage_that_nobody_has_noted_yet(
    game: Game, people: list[User]
) -> None:
    notice = notice_of(active(game, people), "turn")
    Heartbeat.objects.create(beat_at=NOW + HOUR)
    assert "You have 3 days 23 hours" in text(notice, NOW + 40 * HOUR)
    ClockShift.objects.create(kind="outage", began=NOW + HOUR, ended=NOW + 40 * HOUR)
    Heartbeat.objects.update(beat_at=NOW + 40 * HOUR)
    assert "You have 3 days 23 hours" in text(notice, NOW + 40 * HOUR)


def test_a_start_is_told_until_the_reader_is_ready(people: list[User]) -> None:
    game = make_game(*people, arranged=False)
    notices = [notice_of(user, "started") for user in people]
    assert all(map(is_told, notices))
    assert "Pace: Daily: 1 day a turn, 3 days in the bank" in text(notices[1])
    assert "against Ana and Cy (Ana’s table) begins" in text(notices[1])
    assert "Ruleset: Rulebook" in text(notices[1])
    act(game, 1, Move("ready"))
    assert [is_told(notice) for notice in notices] == [True, False, True]
    act(game, 0, Move("ready"))
    act(game, 2, Move("ready"))
    assert not any(map(is_told, notices))


def test_bots_are_named_as_such() -> None:
    ana = make_user("Ana")
    make_game(ana, players=3, arranged=False)
    subject = mail(notice_of(ana, "started"), now=NOW).subject
    assert subject == "A game begins: against Birch (bot) and Cedar (bot) (your table)"


def test_a_mail_costs_as_many_queries_whatever_was_played(
    people: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players, moves in ((2, 0), (3, 40)):
        game = make_game(*people[:players])
        play_some(game, moves)
        user = active(game, people)
        notice = Notice.objects.select_related("user").get(
            user=user, kind="turn", payload__game=game.pk, payload__turn=game_turn(game)
        )
        with django_assert_num_queries(8):
            mail(notice, now=NOW + HOUR)


def game_turn(game: Game) -> int:
    return Game.objects.get(pk=game.pk).turn_number


def test_every_kind_of_game_mail_can_be_stopped() -> None:
    ours = {"started", "turn", "reminder", "timed-out", "left", "over", "called-off", "proposal"}
    ours |= {"table-expiring", "table-expired", "removed", "rematch"}
    assert all(str(KINDS[name].label) for name in ours)
    assert len({KINDS[name].rank for name in ours}) == len(ours)
    ways = {KINDS[name].way for name in ("turn", "reminder", "started", "over", "proposal")}
    assert ways == {"at-once"}

"""Reminders of a turn whose clock runs on, or that got time, come by the clock as it is then."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Notice, User, Vacation
from accounts.outbox import CANCELLED
from games.mail.kind import Later, Told, Untrue
from games.mail.kinds.reminder import look
from games.models import Game
from games.play.beat import beat
from games.play.expiry import expire, expire_proposal
from games.play.shifts import apply_to_all, give_time, give_time_to_all
from games.play.vacations import sweep_vacations
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.play.clockwork import DAY, HOUR, end_turn, fresh, go_away, seat

pytestmark = pytest.mark.django_db
HALF_AN_HOUR = {"turn_seconds": 1800, "bank_seconds": 0}


def reminders(user: User | None, *, arranging: bool = False) -> dict[int, timedelta]:
    """Hours before the end: how long after NOW the sender looks at it."""
    rows = Notice.objects.filter(user=user, kind="reminder")
    of_arranging = rows.filter(key__contains=":arranging:")
    rows = of_arranging if arranging else rows.exclude(pk__in=of_arranging)
    return {row.payload["before"] // 3600: row.not_before - NOW for row in rows}


def active(game: Game) -> User | None:
    return seat(game, fresh(game).active_seat).user


def came_back(game: Game, now: datetime) -> None:
    """Let a sweep find that the vacation of the one who has the turn is over."""
    user = active(game)
    assert user is not None
    go_away(user, NOW, now)
    Vacation.objects.create(user=user, begins=NOW, ends=now, started=True)
    sweep_vacations(now)
    assert fresh(game).running_since == now


def test_the_others_are_reminded_when_the_one_away_gets_ready() -> None:
    people = [make_user() for _ in range(3)]
    game = make_game(*people, arranged=False)
    go_away(people[0], NOW, NOW + 9 * DAY)
    Game.objects.filter(pk=game.pk).update(deadline=None, running_since=None, stopped_seconds=86400)
    Notice.objects.filter(kind="reminder").update(not_before=NOW + 9 * DAY)
    act(game, 0, Move("ready"), now=NOW + HOUR)
    assert fresh(game).deadline == NOW + DAY + HOUR
    for user in people[1:]:
        assert reminders(user, arranging=True) == {
            8: HOUR,
            1: HOUR,
        }  # looked at, and put off to the true moment
    assert reminders(people[0], arranging=True) == {8: 9 * DAY, 1: 9 * DAY}


def test_a_short_turn_raised_to_twelve_hours_has_a_reminder() -> None:
    game = make_game(make_user(), make_user(), **HALF_AN_HOUR)  # type: ignore[arg-type]
    go_away(seat(game, 1 - game.active_seat).user, NOW, NOW + 9 * DAY)
    end_turn(game, timedelta(minutes=1))
    assert reminders(active(game)) == {}
    came_back(game, NOW + 2 * DAY)
    assert fresh(game).deadline == NOW + 2 * DAY + 12 * HOUR
    assert reminders(active(game)) == {1: 2 * DAY + 11 * HOUR}


def test_time_given_to_one_game_has_reminders_that_the_turn_had_not() -> None:
    game = make_game(make_user(), make_user(), turn_seconds=20 * 3600, bank_seconds=0)
    before = reminders(active(game))
    assert before == {8: 12 * HOUR, 1: 19 * HOUR}
    give_time(game_id=game.pk, seconds=3 * 86400, now=NOW + 2 * HOUR)
    assert reminders(active(game)) == {
        24: 20 * HOUR + 2 * DAY,  # by the deadline as it is now
        8: 2 * HOUR,
        1: 2 * HOUR,
    }
    other = seat(game, 1 - game.active_seat).user
    assert reminders(other) == {}


def test_time_given_to_a_clock_that_stands() -> None:
    game = make_game(make_user(), make_user(), **HALF_AN_HOUR)  # type: ignore[arg-type]
    go_away(seat(game, 1 - game.active_seat).user, NOW, NOW + 9 * DAY)
    end_turn(game, timedelta(minutes=1))
    give_time(game_id=game.pk, seconds=86400 - 1800, now=NOW + HOUR)
    assert sorted(reminders(active(game))) == [1, 8]


@pytest.mark.parametrize("taken_by", ["a sweep", "a proposal", "the deadline", "getting ready"])
def test_time_given_to_all_has_them_whoever_takes_it_for_the_game(taken_by: str) -> None:
    arranged = taken_by != "getting ready"
    people = [make_user() for _ in range(3)]
    game = make_game(*people, arranged=arranged, **HALF_AN_HOUR)  # type: ignore[arg-type]
    number = game.active_seat if arranged else 1
    now = NOW + timedelta(minutes=10)
    give_time_to_all(seconds=86400, why="", now=now)
    if taken_by == "a sweep":
        apply_to_all(now)
    elif taken_by == "a proposal":
        asked = {"proposed_by": 1 - number % 2, "proposed_at": NOW, "proposal_deadline": now}
        Game.objects.filter(pk=game.pk).update(**asked)
        assert not expire_proposal(game.pk, now)
    elif taken_by == "the deadline":
        Game.objects.filter(pk=game.pk).update(deadline=NOW + timedelta(minutes=30))
        expire(game.pk, NOW + timedelta(minutes=31))
    else:
        act(game, 0, Move("ready"), now=now)
    user = seat(game, number).user
    assert sorted(reminders(user, arranging=not arranged)) == [1, 8]


def test_none_comes_twice_and_an_outage_brings_no_more() -> None:
    game = make_game(make_user(), make_user(), turn_seconds=86400, bank_seconds=0)
    Notice.objects.filter(kind="reminder").update(state=Notice.State.SENT)
    known = Notice.objects.count()
    for _again in range(3):
        give_time(game_id=game.pk, seconds=3600, now=NOW + HOUR)
    assert Notice.objects.count() == known
    assert not Notice.objects.filter(kind="reminder", state=Notice.State.WAITING).exists()
    beat(NOW)
    beat(NOW + 5 * DAY)
    apply_to_all(NOW + 5 * DAY)
    assert Notice.objects.count() == known


def dropped(game: Game, hours: int, why: str) -> Notice:
    """The reminder so many hours before the end of the running turn, dropped by a sender."""
    key = f"reminder:{game.pk}:{fresh(game).active_seat}:{fresh(game).turn_number}:{hours}h"
    Notice.objects.filter(key=key).update(state=Notice.State.DROPPED, error=why, held_since=NOW)
    return Notice.objects.get(key=key)


def test_one_dropped_for_a_shorter_one_comes_when_the_end_has_moved_away() -> None:
    game = make_game(make_user(), make_user(), turn_seconds=3 * 86400, bank_seconds=0)
    notice = dropped(game, 24, "a later reminder is due")
    now = NOW + 3 * DAY - 5 * HOUR
    give_time(game_id=game.pk, seconds=7 * 86400, now=now)
    notice.refresh_from_db()
    assert (notice.state, notice.not_before, notice.error) == (Notice.State.WAITING, now, "")
    assert notice.held_since is None
    due = NOW + 9 * DAY
    assert look(notice, now) == Later(due)
    assert isinstance(look(notice, due), Told)


def test_one_dropped_for_a_shorter_one_is_dropped_again_if_that_is_still_due() -> None:
    game = make_game(make_user(), make_user(), turn_seconds=3 * 86400, bank_seconds=0)
    notice = dropped(game, 24, "a later reminder is due")
    now = NOW + 3 * DAY - 5 * HOUR
    give_time(game_id=game.pk, seconds=60, now=now)
    assert look(notice, now) == Untrue("a later reminder is due")


def test_neither_a_cancelled_one_nor_one_of_another_turn_comes_again() -> None:
    game = make_game(make_user(), make_user(), turn_seconds=3 * 86400, bank_seconds=0)
    other_turn = dropped(game, 24, "it was another turn")
    end_turn(game, timedelta(minutes=1))
    cancelled = dropped(game, 24, CANCELLED)
    give_time(game_id=game.pk, seconds=7 * 86400, now=NOW + HOUR)
    for notice in (other_turn, cancelled):
        notice.refresh_from_db()
        assert notice.state == Notice.State.DROPPED

"""What is told of tables before their game."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Notice, User
from games.mail.kind import Later
from games.models import Game, Seat
from games.play.expiry import expire_due
from games.play.lobby import Options, join, leave_table, open_table, remove
from tests.builders import NOW, SEED, make_game
from tests.mail.telling import (
    is_told,
    is_untrue,
    look,
    notice_of,
    text,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def table(people: list[User]) -> Game:
    game = open_table(host=people[0], options=Options(players=4), now=NOW)
    return join(game_id=game.pk, user=people[1], seed=SEED, now=NOW)


def test_the_host_is_warned_two_days_before_a_table_expires(
    table: Game, people: list[User]
) -> None:
    notice = notice_of(people[0], "table-expiring")
    assert look(notice, NOW) == Later(NOW + 12 * DAY)
    told = text(notice, NOW + 12 * DAY)
    assert "2 seats are still free." in told
    assert "expires in 2 days: Sun 15 Mar 2026, 08:00 UTC." in told
    join(game_id=table.pk, user=people[2], seed=SEED, now=NOW + 11 * DAY)
    assert look(notice, NOW + 12 * DAY) == Later(NOW + 23 * DAY)
    assert "1 seat is still free." in text(notice, NOW + 23 * DAY)


def test_who_hosts_no_more_is_not_warned(table: Game, people: list[User]) -> None:
    notice = notice_of(people[0], "table-expiring")
    leave_table(game_id=table.pk, user=people[0], now=NOW)
    assert is_untrue(notice, NOW + 12 * DAY)
    assert is_told(notice_of(people[1], "table-expiring"), NOW + 12 * DAY)


def test_who_is_host_again_is_warned_once_of_one_end(table: Game, people: list[User]) -> None:
    ana, bo, _cy = people
    warned, now = notice_of(ana, "table-expiring"), NOW + 12 * DAY
    mark = {"state": Notice.State.SENT, "sent_at": now}
    Notice.objects.filter(pk=warned.pk).update(**mark)
    Game.objects.filter(pk=table.pk).update(host=bo)
    leave_table(game_id=table.pk, user=bo, now=now)  # Ana, who has sat there all the time
    again = notice_of(ana, "table-expiring")
    assert again != warned
    assert is_untrue(again, now + HOUR)
    join(game_id=table.pk, user=bo, seed=SEED, now=now + HOUR)
    assert is_told(notice_of(ana, "table-expiring"), now + HOUR + 12 * DAY)


def test_a_full_table_does_not_expire(people: list[User]) -> None:
    make_game(*people)
    assert is_untrue(notice_of(people[0], "table-expiring"), NOW + 12 * DAY)


def test_those_seated_are_told_that_a_table_has_expired(table: Game, people: list[User]) -> None:
    expire_due(NOW + 14 * DAY)
    assert "Too few players came to your table" in text(notice_of(people[0], "table-expired"))
    notice = notice_of(people[1], "table-expired")
    assert "Too few players came to Ana’s table" in text(notice)
    Seat.objects.filter(user=people[1]).delete()
    assert is_untrue(notice)


def test_who_was_sent_away_is_told(table: Game, people: list[User]) -> None:
    remove(game_id=table.pk, by=people[0], number=1, now=NOW)
    notice = notice_of(people[1], "removed")
    assert "Ana has given your seat at their table away." in text(notice)
    Game.objects.filter(pk=table.pk).update(barred=[])
    assert is_untrue(notice)

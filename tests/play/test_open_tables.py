"""Tables before the game: they wait fourteen days, and the host may send people away."""

from __future__ import annotations

import pytest

from accounts.models import Notice, User
from games.models import Game
from games.play.expiry import expire_due
from games.play.lobby import Options, join, leave_table, open_table, remove, start
from tests.builders import NOW, SEED, make_user
from tests.play.clockwork import DAY, HOUR, SECOND, deadline, fresh, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> User:
    return make_user()


@pytest.fixture
def table(host: User) -> Game:
    return open_table(host=host, options=Options(players=4), now=NOW)


def sits_down(table: Game, user: User, *, days: int = 0) -> Game:
    return join(game_id=table.pk, user=user, seed=SEED, now=NOW + days * DAY)


def warnings() -> list[tuple[int | None, object]]:
    rows = Notice.objects.filter(kind="table-expiring").order_by("pk")
    return [(row.user_id, row.not_before - NOW) for row in rows]


def test_a_table_waits_fourteen_days(table: Game) -> None:
    assert deadline(table) == 14 * DAY
    assert expire_due(NOW + 14 * DAY - SECOND) == 0
    assert fresh(table).status == Game.Status.OPEN
    assert expire_due(NOW + 14 * DAY) == 1
    expired = fresh(table)
    assert (expired.status, expired.deadline) == (Game.Status.EXPIRED, None)
    assert (expired.ended_at, expired.version) == (NOW + 14 * DAY, table.version + 1)


def test_anew_whenever_somebody_comes(table: Game) -> None:
    sits_down(table, make_user(), days=10)
    assert deadline(table) == 24 * DAY
    assert expire_due(NOW + 14 * DAY) == 0
    assert expire_due(NOW + 24 * DAY) == 1


def test_coming_twice_or_leaving_lets_it_wait_no_longer(table: Game, host: User) -> None:
    user = make_user()
    sits_down(table, user)
    sits_down(table, user, days=5)
    leave_table(game_id=table.pk, user=user, now=NOW + 6 * DAY)
    assert deadline(table) == 14 * DAY


def test_a_table_that_fills_or_is_started_waits_for_nobody(table: Game, host: User) -> None:
    game = start(game_id=table.pk, by=host, bot="random", seed=SEED, now=NOW + 13 * DAY)
    assert (game.status, deadline(game)) == (Game.Status.ARRANGING, 14 * DAY)
    assert game.turn_seconds == DAY.total_seconds()


def test_the_host_is_warned_two_days_before(table: Game, host: User) -> None:
    assert warnings() == [(host.pk, 12 * DAY)]


def test_later_when_somebody_has_come(table: Game, host: User) -> None:
    sits_down(table, make_user(), days=10)
    assert warnings() == [(host.pk, 22 * DAY)]


def test_and_again_when_the_table_waits_anew_after_a_warning(table: Game, host: User) -> None:
    Notice.objects.update(state=Notice.State.SENT)
    sits_down(table, make_user(), days=13)
    assert warnings() == [(host.pk, 12 * DAY), (host.pk, 25 * DAY)]


def test_the_next_host_is_warned(table: Game, host: User) -> None:
    user = make_user()
    sits_down(table, user)
    leave_table(game_id=table.pk, user=host, now=NOW + DAY)
    assert fresh(table).host == user
    assert warnings()[-1] == (user.pk, 12 * DAY)


def test_who_is_host_again_has_one_warning_to_come(table: Game, host: User) -> None:
    user = make_user()
    for leaver, back in ((host, host), (user, user), (host, host)):
        sits_down(table, user)
        sits_down(table, host)
        leave_table(game_id=table.pk, user=leaver, now=NOW + DAY)
        sits_down(table, back, days=1)
    hosts = [who for who, _when in warnings()]
    assert sorted(hosts, key=str) == sorted({host.pk, user.pk}, key=str)
    assert dict(warnings())[fresh(table).host_id] == 13 * DAY


def test_the_last_to_leave_closes_the_table_and_nobody_is_told(table: Game, host: User) -> None:
    leave_table(game_id=table.pk, user=host, now=NOW + HOUR)
    closed = fresh(table)
    assert (closed.status, closed.deadline) == (Game.Status.EXPIRED, None)
    assert closed.version == table.version + 1
    assert not Notice.objects.filter(kind="table-expired").exists()
    assert expire_due(NOW + 14 * DAY) == 0


# --- Sending somebody away


def test_the_host_frees_a_seat_for_others(table: Game, host: User) -> None:
    user, other = make_user(), make_user()
    sits_down(table, user)
    remove(game_id=table.pk, by=host, number=1, now=NOW)
    assert not table.seats.filter(user=user).exists()
    assert fresh(table).version == table.version + 2
    sits_down(table, other)
    assert table.seats.get(number=1).user == other


def test_who_was_sent_away_does_not_come_back(table: Game, host: User) -> None:
    user = make_user()
    sits_down(table, user)
    remove(game_id=table.pk, by=host, number=1, now=NOW)
    with refused("barred"):
        sits_down(table, user)
    elsewhere = open_table(host=host, options=Options(), now=NOW)
    assert sits_down(elsewhere, user).status == Game.Status.ARRANGING


def test_a_free_seat_is_no_error_and_nothing_changes(table: Game, host: User) -> None:
    for _twice in range(2):
        remove(game_id=table.pk, by=host, number=2, now=NOW)
    assert fresh(table).version == table.version


def test_the_seat_of_an_account_that_is_gone_can_be_freed(table: Game, host: User) -> None:
    user = make_user()
    sits_down(table, user)
    user.delete()
    remove(game_id=table.pk, by=host, number=1, now=NOW)
    assert table.seats.count() == 1
    assert fresh(table).barred == []


def test_nobody_else_does_it_and_the_host_not_to_itself(table: Game, host: User) -> None:
    user = make_user()
    sits_down(table, user)
    with refused("not-host"):
        remove(game_id=table.pk, by=user, number=0, now=NOW)
    with refused("not-host"):
        remove(game_id=table.pk, by=make_user(), number=1, now=NOW)
    with refused("not-yourself"):
        remove(game_id=table.pk, by=host, number=0, now=NOW)
    assert table.seats.count() == 2


def test_nor_once_the_game_has_started(table: Game, host: User) -> None:
    sits_down(table, make_user())
    start(game_id=table.pk, by=host, bot="random", seed=SEED, now=NOW)
    with refused("not-open"):
        remove(game_id=table.pk, by=host, number=1, now=NOW)

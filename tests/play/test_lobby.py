"""Tables open, fill and start; whoever may not is told why and nothing changes."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from games.play.errors import PlayError
from games.play.lobby import Options, join, leave_table, open_table, play_now, start
from tests.builders import NOW, SEED, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> User:
    return make_user()


def table(host: User, **options: object) -> Game:
    return open_table(host=host, options=Options(**options), now=NOW)  # type: ignore[arg-type]


def refused(code: str) -> pytest.RaisesExc[PlayError]:
    return pytest.raises(PlayError, check=lambda refusal: refusal.code == code)


def test_the_host_sits_first(host: User) -> None:
    game = table(host)
    assert game.status == Game.Status.OPEN
    assert [(seat.number, seat.user) for seat in game.seats.all()] == [(0, host)]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 1}, "players"),
        ({"players": 5}, "players"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"turn_limit": -1}, "turn-limit"),
        ({"turn_limit": 1000}, "turn-limit"),
        ({"leavers": "stay"}, "leavers"),
        ({"first_by": "me"}, "first-by"),
    ],
)
def test_options_that_do_not_exist_open_nothing(
    host: User, options: dict[str, object], code: str
) -> None:
    with refused(code):
        table(host, **options)
    assert not Game.objects.exists()


def test_the_last_to_join_starts_the_game(host: User) -> None:
    game = table(host, players=3)
    game = join(game_id=game.pk, user=make_user(), seed=SEED, now=NOW)
    assert game.status == Game.Status.OPEN
    game = join(game_id=game.pk, user=make_user(), seed=SEED, now=NOW)
    assert game.status == Game.Status.ARRANGING
    assert game.commitment
    assert game.cells.count() == 48
    assert game.legend_cards.filter(zone="river").count() == 8
    assert game.started_at == NOW


def test_sitting_there_already_changes_nothing(host: User) -> None:
    game = table(host, players=3)
    assert join(game_id=game.pk, user=host, seed=SEED, now=NOW).version == game.version
    assert game.seats.count() == 1


def test_nobody_joins_a_game_that_has_started(host: User) -> None:
    game = table(host)
    join(game_id=game.pk, user=make_user(), seed=SEED, now=NOW)
    with refused("not-open"):
        join(game_id=game.pk, user=make_user(), seed=SEED, now=NOW)


def test_guests_sit_at_tables_by_link_alone(host: User) -> None:
    guest = make_guest(NOW)
    with refused("guest-lobby"):
        join(game_id=table(host).pk, user=guest, seed=SEED, now=NOW)
    with refused("guest-lobby"):
        table(guest)
    game = table(host, public=False)
    assert join(game_id=game.pk, user=guest, seed=SEED, now=NOW).status == Game.Status.ARRANGING


def test_a_seat_left_is_free_for_the_next(host: User) -> None:
    game = table(host, players=3)
    user = make_user()
    join(game_id=game.pk, user=user, seed=SEED, now=NOW)
    leave_table(game_id=game.pk, user=host, now=NOW)
    game.refresh_from_db()
    assert (game.host, game.status) == (user, Game.Status.OPEN)
    late = make_user()
    join(game_id=game.pk, user=late, seed=SEED, now=NOW)
    assert game.seats.get(user=late).number == 0


def test_the_last_to_leave_closes_the_table(host: User) -> None:
    game = table(host)
    leave_table(game_id=game.pk, user=host, now=NOW)
    game.refresh_from_db()
    assert game.status == Game.Status.EXPIRED


def test_who_has_no_seat_cannot_leave_and_a_running_game_is_not_left_so(host: User) -> None:
    game = table(host)
    with refused("no-seat"):
        leave_table(game_id=game.pk, user=make_user(), now=NOW)
    join(game_id=game.pk, user=make_user(), seed=SEED, now=NOW)
    with refused("not-open"):
        leave_table(game_id=game.pk, user=host, now=NOW)


def test_the_host_starts_with_bots_in_the_free_seats(host: User) -> None:
    game = table(host, players=4)
    other = make_user()
    join(game_id=game.pk, user=other, seed=SEED, now=NOW)
    with refused("not-host"):
        start(game_id=game.pk, by=other, bot="greedy", seed=SEED, now=NOW)
    with refused("bot"):
        start(game_id=game.pk, by=host, bot="clever", seed=SEED, now=NOW)
    game = start(game_id=game.pk, by=host, bot="greedy", seed=SEED, now=NOW)
    assert [seat.bot for seat in game.seats.all()] == ["", "", "greedy", "greedy"]
    assert game.bot_due
    with refused("not-open"):
        start(game_id=game.pk, by=host, bot="greedy", seed=SEED, now=NOW)


@pytest.mark.parametrize("bots", [1, 2, 3])
def test_a_guest_plays_bots_at_once(bots: int) -> None:
    game = play_now(user=make_guest(NOW), bots=bots, bot="random", seed=SEED, now=NOW)
    assert game.status == Game.Status.ARRANGING
    assert not game.public
    assert game.seats.count() == bots + 1


@pytest.mark.parametrize("bots", [0, 4])
def test_too_few_or_too_many_bots_are_refused(host: User, bots: int) -> None:
    with refused("players"):
        play_now(user=host, bots=bots, bot="random", seed=SEED, now=NOW)


def test_the_oldest_account_begins_when_the_table_asks_for_it(host: User) -> None:
    oldest = make_user(date_joined=NOW.replace(year=2020))
    game = table(host, first_by="account")
    game = join(game_id=game.pk, user=oldest, seed=SEED, now=NOW)
    assert game.first_seat == 1

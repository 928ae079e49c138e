"""What staff do to games: what comes of it, what the log says, who is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection

from accounts.models import Act, Notice, User
from games.models import Game, KingdomCell, Seat
from games.play.ending import propose
from games.play.lobby import Options, join, open_table
from games.play.moderation import tables
from games.play.queries import games_under_way, seats_waiting_for
from games.rules.moves import Move
from games.rules.scoring import CATEGORIES
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user, play_some
from tests.play.clockwork import DAY, HOUR, active, deadline, end_turn, fresh, log, refused

pytestmark = pytest.mark.django_db
WHY = "They had agreed on who wins."
ACTS: dict[str, Callable[..., object]] = {
    "give_time": partial(tables.give_time, seconds=60),
    "remove": partial(tables.remove, number=0),
    "call_off": tables.call_off,
    "void": tables.void,
}


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people)


@pytest.fixture
def over(people: list[User]) -> Game:
    game = make_game(*people[:2])
    play_some(game)
    return fresh(game)


def told(act: Act) -> list[User]:
    """Who gets a mail about an act, in the order of their seats."""
    notices = Notice.objects.filter(key__startswith=f"moderated:{act.pk}:").order_by("key")
    for notice in notices:
        assert notice.kind == "moderated" and notice.payload["act"] == act.pk
        assert notice.key.endswith(f":{notice.payload['seat']}")
    return [notice.user for notice in notices if notice.user]


def break_rows(game: Game) -> None:
    """Let the game be one that cannot be read."""
    KingdomCell.objects.filter(game=game, seat__number=0).delete()


def test_who_sits_there_is_found(game: Game, people: list[User], mod: User) -> None:
    assert tables.sits_at(people[0], game)
    act(game, 0, Move("leave", detail="resigned"))
    assert tables.sits_at(people[0], game)
    assert not tables.sits_at(mod, game)


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("out", [False, True])
def test_nobody_acts_on_their_own_table(
    people: list[User], mod: User, name: str, out: bool
) -> None:
    User.objects.filter(pk=mod.pk).update(is_superuser=True)
    game = make_game(*people, mod)
    if out:
        act(game, 3, Move("leave", detail="resigned"))
    if name == "void":
        play_some(game)
    before = Game.objects.values().get(pk=game.pk)
    with refused("own-table"):
        ACTS[name](game_id=game.pk, by=User.objects.get(pk=mod.pk), why=WHY, now=NOW)
    assert Game.objects.values().get(pk=game.pk) == before
    assert not Act.objects.exists()


def test_time_is_given_and_told(game: Game, people: list[User], mod: User) -> None:
    tables.give_time(game_id=game.pk, by=mod, seconds=3600, why=WHY, now=NOW)
    assert deadline(game) == 4 * DAY + HOUR
    assert fresh(game).moderated and fresh(game).version == game.version
    done = Act.objects.get()
    assert (done.by, done.what, done.game, done.why) == (mod, "game-time", game.code, WHY)
    assert (done.person, done.at, done.detail) == (None, NOW, {"seconds": 3600})
    assert told(done) == people
    end_turn(game, HOUR)


def test_an_operator_is_told_apart_and_no_more(game: Game) -> None:
    operator = make_staff("operator")
    tables.give_time(game_id=game.pk, by=operator, seconds=60, why=WHY, now=NOW)
    assert Act.objects.get().detail == {"seconds": 60, "as": "operator"}


def test_a_removed_player_is_out_and_the_others_play_on(
    game: Game, people: list[User], mod: User
) -> None:
    seat = active(game)
    act(game, seat.number, Move("draw"))
    tables.remove(game_id=game.pk, by=mod, number=seat.number, why=WHY, now=NOW)
    seat.refresh_from_db()
    assert (seat.left_why, seat.left_at) == ("removed", NOW)
    assert log(game)[-1] == (seat.number, "leave", "removed")
    done = Act.objects.get()
    assert (done.what, done.person, done.detail) == (
        "game-remove",
        seat.user,
        {"seat": seat.number},
    )
    assert told(done) == people
    assert fresh(game).moderated
    assert fresh(game).active_seat != seat.number
    end_turn(game, HOUR)
    with refused("out-already"):
        tables.remove(game_id=game.pk, by=mod, number=seat.number, why=WHY, now=NOW)
    assert Act.objects.count() == 1


def test_a_player_can_be_removed_while_all_arrange(people: list[User], mod: User) -> None:
    game = make_game(*people, arranged=False)
    tables.remove(game_id=game.pk, by=mod, number=1, why=WHY, now=NOW)
    for number in (0, 2):
        act(game, number, Move("ready"))
    assert fresh(game).status == "playing" and fresh(game).active_seat != 1


def test_one_of_two_removed_ends_the_game(people: list[User], mod: User) -> None:
    game = make_game(*people[:2])
    tables.remove(game_id=game.pk, by=mod, number=1, why=WHY, now=NOW)
    assert (fresh(game).status, fresh(game).end) == ("over", "alone")
    assert list(game.seats.values_list("place", flat=True)) == [1, 2]
    assert told(Act.objects.get()) == people[:2]


def test_a_player_removed_before_the_game_does_not_come_back(people: list[User], mod: User) -> None:
    ana, bo, _cy = people
    table = open_table(host=ana, options=Options(players=3), now=NOW)
    join(game_id=table.pk, user=bo, seed=SEED, now=NOW)
    before = fresh(table).version
    tables.remove(game_id=table.pk, by=mod, number=0, why=WHY, now=NOW)
    table = fresh(table)
    assert (table.host, table.barred, table.moderated) == (bo, [ana.pk], True)
    assert table.version > before
    assert [seat.user for seat in table.seats.all()] == [bo]
    with refused("barred"):
        join(game_id=table.pk, user=ana, seed=SEED, now=NOW)
    assert told(Act.objects.get()) == [ana, bo]
    assert not Notice.objects.filter(kind="removed").exists()


def test_the_last_one_removed_before_the_game_closes_the_table(
    people: list[User], mod: User
) -> None:
    table = open_table(host=people[0], options=Options(), now=NOW)
    tables.remove(game_id=table.pk, by=mod, number=0, why=WHY, now=NOW)
    assert (fresh(table).status, fresh(table).deadline) == ("expired", None)
    assert fresh(table).moderated


def test_bots_and_empty_chairs_are_not_removed(people: list[User], mod: User) -> None:
    game = make_game(people[0], players=2)
    table = open_table(host=people[0], options=Options(), now=NOW)
    for where, number, why in (
        (game, 1, "bot-seat"),
        (table, 1, "seat-free"),
        (game, 9, "seat-free"),
    ):
        with refused(why):
            tables.remove(game_id=where.pk, by=mod, number=number, why=WHY, now=NOW)
    assert not Act.objects.exists()


def test_nobody_is_removed_from_a_game_that_has_ended(over: Game, mod: User) -> None:
    with refused("ended-already"):
        tables.remove(game_id=over.pk, by=mod, number=0, why=WHY, now=NOW)


@pytest.mark.parametrize("stage", ["open", "arranging", "playing", "proposed", "broken"])
def test_a_game_is_called_off_once(people: list[User], mod: User, stage: str) -> None:
    if stage == "open":
        game = open_table(host=people[0], options=Options(), now=NOW)
    else:
        game = make_game(*people, arranged=stage != "arranging")
    if stage == "proposed":
        propose(game_id=game.pk, user=people[0], now=NOW)
    if stage == "broken":
        break_rows(game)
    Game.objects.filter(pk=game.pk).update(bot_due=stage == "broken")
    before = fresh(game).version
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW + HOUR)
    ended = fresh(game)
    assert (ended.status, ended.end, ended.ended_at) == ("void", "moderator", NOW + HOUR)
    assert (ended.deadline, ended.proposed_by, ended.proposal_deadline) == (None, None, None)
    assert not ended.bot_due and ended.moderated and ended.version > before
    assert told(Act.objects.get()) == (people[:1] if stage == "open" else people)
    assert not Notice.objects.filter(kind="called-off").exists()
    for _time in range(2):
        with refused("ended-already"):
            tables.call_off(game_id=game.pk, by=mod, why="Again", now=NOW + DAY)
    assert Game.objects.values().get(pk=game.pk) == Game.objects.filter(pk=ended.pk).values().get()
    assert fresh(game).ended_at == NOW + HOUR
    assert Act.objects.count() == 1
    assert not seats_waiting_for(people[0]).exists()


@pytest.mark.parametrize("broken", [False, True])
def test_a_result_is_taken_back_once(
    over: Game, people: list[User], mod: User, broken: bool
) -> None:
    if broken:
        break_rows(over)
    places = list(over.seats.values_list("place", flat=True))
    tables.void(game_id=over.pk, by=mod, why=WHY, now=NOW + DAY)
    after = fresh(over)
    assert (after.status, after.end, after.moderated) == ("void", "voided", True)
    assert (after.ended_at, after.record) == (over.ended_at, over.record)
    assert after.version > over.version
    for seat in Seat.objects.filter(game=over):
        assert seat.place is None and seat.total is None
        assert [getattr(seat, category) for category in CATEGORIES] == [None] * len(CATEGORIES)
    done = Act.objects.get()
    assert (done.what, done.detail) == ("game-void", {"end": over.end, "places": places})
    assert told(done) == people[:2]
    with refused("no-result"):
        tables.void(game_id=over.pk, by=mod, why="Again", now=NOW + DAY)
    assert Act.objects.count() == 1
    assert over.seats.get(user=people[0]).ended_at == over.ended_at
    assert not games_under_way(people[0])


def test_only_a_result_is_taken_back(game: Game, mod: User) -> None:
    with refused("no-result"):
        tables.void(game_id=game.pk, by=mod, why=WHY, now=NOW)


@pytest.mark.parametrize("name", ["give_time", "remove"])
def test_a_game_whose_rows_do_not_fit_is_said_to_be_broken(
    game: Game, mod: User, name: str
) -> None:
    break_rows(game)
    with refused("game-broken"):
        ACTS[name](game_id=game.pk, by=mod, why=WHY, now=NOW)
    assert not Act.objects.exists() and not fresh(game).moderated


def test_who_plays_bots_without_a_clock_is_told_too_guests_are_not(
    people: list[User], mod: User
) -> None:
    guest = User.objects.create(name="Guest-1", is_guest=True)
    for user, readers in ((people[0], [people[0]]), (guest, [])):
        game = make_game(user, players=2, public=False, turn_seconds=None)
        tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
        assert told(Act.objects.latest("pk")) == readers


def test_the_log_names_nobody_in_its_detail(game: Game, mod: User, people: list[User]) -> None:
    tables.remove(game_id=game.pk, by=mod, number=1, why=WHY, now=NOW)
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    for done in Act.objects.all():
        assert not any(user.name in str(done.detail) for user in people)


def test_an_act_is_one_transaction(game: Game, mod: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_posts: object, **_more: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.play.moderation.telling.post_all", fail)
    with pytest.raises(RuntimeError):
        tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW + timedelta(hours=1))
    assert fresh(game).status == "playing" and not Act.objects.exists()
    assert connection.is_usable()

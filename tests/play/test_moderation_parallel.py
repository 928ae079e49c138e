"""Acts of staff at the same moment as moves, and as each other: each counts once or is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import Act, Notice, User
from games.models import Game
from games.play.lobby import Options, join, open_table
from games.play.moderation import tables
from games.play.turns import take_turn
from games.rules.moves import Move
from tests.builders import NOW, SEED, make_game, make_staff, make_user, play_some
from tests.play.clockwork import fresh
from tests.play.test_parallel import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def game() -> Game:
    return make_game(make_user("Ana"), make_user("Bo"))


def resign(game: Game, seat: int = 0) -> Callable[[], object]:
    move = Move("leave", detail="resigned")
    return partial(take_turn, game_id=game.pk, seat=seat, move=move, version=None, now=NOW)


def test_a_result_is_taken_back_once_by_many(game: Game, mod: User) -> None:
    play_some(game)
    void = partial(tables.void, game_id=game.pk, by=mod, why="Agreed", now=NOW)
    assert at_once([void] * 8) == {"counted": 1, "no-result": 7}
    assert Act.objects.count() == 1
    assert Notice.objects.filter(kind="moderated").count() == 2


def test_the_last_move_and_taking_the_result_back_never_leave_half_of_it(
    game: Game, mod: User
) -> None:
    void = partial(tables.void, game_id=game.pk, by=mod, why="Agreed", now=NOW)
    outcomes = at_once([resign(game), void])
    status = fresh(game).status
    assert (outcomes, status) in (
        ({"counted": 2}, "void"),
        ({"counted": 1, "no-result": 1}, "over"),
    )
    places = set(game.seats.values_list("place", flat=True))
    assert places == ({None} if status == "void" else {1, 2})


def test_the_last_move_and_calling_off_end_it_once(game: Game, mod: User) -> None:
    call_off = partial(tables.call_off, game_id=game.pk, by=mod, why="Agreed", now=NOW)
    outcomes = at_once([resign(game), call_off])
    status = fresh(game).status
    assert (outcomes, status) in (
        ({"counted": 1, "ended-already": 1}, "over"),
        ({"counted": 1, "not-running": 1}, "void"),
    )
    assert (fresh(game).record is None) == (status == "void")


def test_a_player_is_removed_once_whoever_else_resigns(mod: User) -> None:
    game = make_game(make_user(), make_user(), make_user())
    remove = partial(tables.remove, game_id=game.pk, by=mod, number=0, why="Left", now=NOW)
    outcomes = at_once([remove, remove, resign(game)])
    assert outcomes["counted"] == 1
    assert outcomes["out-already"] + outcomes["seat-out"] == 2
    assert game.seats.exclude(left_at=None).count() == 1


def test_a_table_is_called_off_or_begins_first(mod: User) -> None:
    table = open_table(host=make_user(), options=Options(), now=NOW)
    call_off = partial(tables.call_off, game_id=table.pk, by=mod, why="Agreed", now=NOW)
    sit = partial(join, game_id=table.pk, user=make_user(), seed=SEED, now=NOW)
    outcomes = at_once([call_off, sit])
    assert fresh(table).status == "void"
    assert outcomes in ({"counted": 2}, {"counted": 1, "not-open": 1})


def test_staff_who_sit_down_meanwhile_act_no_more(mod: User) -> None:
    table = open_table(host=make_user(), options=Options(players=3), now=NOW)
    remove = partial(tables.remove, game_id=table.pk, by=mod, number=0, why="Left", now=NOW)
    sit = partial(join, game_id=table.pk, user=mod, seed=SEED, now=NOW)
    outcomes = at_once([remove, sit])
    removed = Act.objects.filter(what=Act.What.REMOVE).exists()
    assert outcomes in (
        {"counted": 2},
        {"counted": 1, "own-table": 1},
        {"counted": 1, "not-open": 1},
    )
    assert removed == ("own-table" not in outcomes)

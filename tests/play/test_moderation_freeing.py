"""Games that have come to a halt are found and made to go on."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from accounts.models import Act, Notice, User
from games.models import ClockShift, Game, KingdomCell
from games.play.batches import STUCK
from games.play.ending import propose
from games.play.expiry import expire_due
from games.play.lobby import Options, open_table
from games.play.moderation import tables
from games.play.moderation.freeing import stuck
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_staff, make_user
from tests.play.clockwork import DAY, HOUR, MINUTE, end_turn, fresh, log, refused

pytestmark = pytest.mark.django_db
UP = NOW + 4 * DAY + HOUR


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def game() -> Game:
    return make_game(make_user("Ana"), make_user("Bo"), make_user("Cy"))


def free(game: Game, by: User, *, late: timedelta = UP - NOW) -> str:
    return tables.free(
        game_id=game.pk, by=by, why="It stood still.", random=Random(1), now=NOW + late
    )


def rest(game: Game) -> Game:
    """Let it be as after a sweep that failed on it just before it is freed."""
    Game.objects.filter(pk=game.pk).update(stuck_until=UP + STUCK)
    return game


def break_rows(game: Game) -> None:
    KingdomCell.objects.filter(game=game, seat__number=0).delete()


def test_a_sweep_passes_by_a_game_that_rests_and_freed_it_goes_on(game: Game, mod: User) -> None:
    seat = rest(game).active_seat
    assert expire_due(UP) == 0
    assert free(game, mod) == "done"
    assert log(game)[-1] == (seat, "leave", "timeout")
    assert fresh(game).stuck_until is None and fresh(game).moderated
    done = Act.objects.get()
    assert (done.what, done.game, done.detail) == ("game-free", game.code, {"came": "done"})
    assert Notice.objects.filter(kind="moderated").count() == 3
    end_turn(game, UP - NOW)


def test_consent_comes_before_a_time_out(mod: User) -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    game = make_game(ana, bo)
    propose(game_id=game.pk, user=ana, now=NOW)
    Game.objects.filter(pk=game.pk).update(proposal_deadline=NOW + DAY)
    assert free(rest(game), mod) == "done"
    assert (fresh(game).status, fresh(game).end) == ("void", "agreed")


def test_an_open_table_that_waited_too_long_expires(mod: User) -> None:
    table = open_table(host=make_user("Ana"), options=Options(), now=NOW)
    assert free(rest(table), mod, late=15 * DAY) == "done"
    assert fresh(table).status == "expired"


def test_a_bot_that_did_not_come_decides(mod: User) -> None:
    game = make_game(make_user("Ana"), players=2, public=False, turn_seconds=None)
    if not fresh(game).bot_due:
        end_turn(game, MINUTE)
    before = len(log(game))
    assert free(game, mod, late=HOUR) == "done"
    assert len(log(game)) == before + 1


def test_who_sits_there_may_free_it(game: Game, mod: User) -> None:
    game = make_game(mod, make_user(), make_user())
    assert free(rest(game), mod) == "done"


def test_a_game_that_fails_again_rests_again_and_can_be_called_off(game: Game, mod: User) -> None:
    break_rows(rest(game))
    assert free(game, mod) == "failed"
    assert fresh(game).stuck_until == UP + STUCK
    assert Act.objects.get().detail == {"came": "failed"}
    tables.call_off(game_id=game.pk, by=mod, why="It is broken.", now=UP)
    assert fresh(game).status == "void"


def test_a_bot_that_fails_again_is_told_as_well(mod: User) -> None:
    game = make_game(make_user("Ana"), players=2, public=False, turn_seconds=None)
    break_rows(game)
    Game.objects.filter(pk=game.pk).update(bot_due=True)
    assert free(game, mod) == "failed"


def test_after_an_outage_nobody_s_time_runs_out_by_it(game: Game, mod: User) -> None:
    ClockShift.objects.create(kind="outage", began=UP - HOUR, ended=UP - MINUTE)
    assert free(rest(game), mod) == "later"
    assert fresh(game).status == "playing" and fresh(game).stuck_until is None


def test_a_game_that_only_rested_has_nothing_due(game: Game, mod: User) -> None:
    assert free(rest(game), mod, late=HOUR) == "nothing"
    with refused("not-stuck"):
        free(game, mod, late=HOUR)
    assert Act.objects.count() == 1


def test_a_game_that_has_ended_is_not_stuck(game: Game, mod: User) -> None:
    tables.call_off(game_id=rest(game).pk, by=mod, why="", now=NOW)
    with refused("not-stuck"):
        free(game, mod)


def test_what_is_stuck_is_found(game: Game) -> None:
    rested, left, bots, proposed = (make_game(make_user(), make_user()) for _game in range(4))
    Game.objects.filter(pk=rested.pk).update(stuck_until=NOW + HOUR + STUCK)
    Game.objects.filter(pk=left.pk).update(deadline=NOW + HOUR - 11 * MINUTE)
    Game.objects.filter(pk=bots.pk).update(bot_due=True)
    Game.objects.filter(pk=proposed.pk).update(proposal_deadline=NOW)
    ended = make_game(make_user(), make_user())
    act(ended, 0, Move("leave", detail="resigned"))
    Game.objects.filter(pk=ended.pk).update(stuck_until=NOW + DAY)
    found = Game.objects.filter(stuck(NOW + HOUR)).order_by("pk")
    assert list(found) == [rested, left, bots, proposed]
    Game.objects.filter(pk=left.pk).update(deadline=NOW + HOUR - 9 * MINUTE)
    Game.objects.filter(pk=rested.pk).update(stuck_until=NOW)
    assert list(found.all()) == [bots, proposed]

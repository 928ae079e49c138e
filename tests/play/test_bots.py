"""Bots decide through the same door as people, one decision at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from random import Random

import pytest
from django.db import OperationalError

from games.bots import BOTS, STAND_IN
from games.models import Game, Seat
from games.models import Move as MoveRow
from games.play.bots import BotFault, let_bot_decide
from games.play.due import bots_due
from games.play.storage import load
from games.rules.errors import RulesError
from games.rules.moves import Move
from games.rules.visibility import View, view_for
from tests.builders import NOW, act, make_game, make_user

pytestmark = pytest.mark.django_db


def let_decide(game: Game, *, lot: int = 1) -> bool:
    return let_bot_decide(game_id=game.pk, random=Random(lot), now=NOW + timedelta(minutes=1))


def let_bots_play(game: Game) -> int:
    """Let the bots decide until they have nothing more to decide; how often they did."""
    made = 0
    while let_decide(game, lot=made):
        made += 1
    return made


def stands(game: Game) -> tuple[object, ...]:
    """What any decision would change."""
    moves = MoveRow.objects.filter(game=game).count()
    return Game.objects.values_list("version", "phase", "bot_due").get(pk=game.pk), moves


def take_a_turn(game: Game) -> None:
    """Let a person whose turn it is decide by lot until the turn is over."""
    lots = count()
    seat = Game.objects.get(pk=game.pk).active_seat
    while (now := Game.objects.get(pk=game.pk)).is_running and now.active_seat == seat:
        view = view_for(load(now).state, seat)
        act(game, seat, BOTS["random"](view, Random(next(lots))))


def choosing(monkeypatch: pytest.MonkeyPatch, choose: Callable[[View], Move]) -> None:
    """Every bot chooses so."""
    for bot in BOTS:
        monkeypatch.setitem(BOTS, bot, lambda view, _random: choose(view))


@pytest.mark.parametrize("bot", BOTS)
def test_a_whole_game_with_bots_is_in_the_log_and_ends(bot: str) -> None:
    game = make_game(make_user(), players=3, bots=bot, arranged=False, turn_limit=6)
    act(game, 0, Move("ready"))
    made = let_bots_play(game)
    while (now := Game.objects.get(pk=game.pk)).is_running:
        assert bots_due(load(now).state) == []
        assert not now.bot_due
        take_a_turn(game)
        made += let_bots_play(game)
    assert now.status == Game.Status.OVER
    assert not now.bot_due
    log = MoveRow.objects.filter(game=game)
    assert log.exclude(seat=0).count() == made
    assert {row.at for row in log.exclude(seat=0)} == {NOW + timedelta(minutes=1)}
    assert log.count() == now.version - game.version
    assert now.record is not None
    assert now.record["bots"] == [1, 2]


def test_bots_arrange_and_get_ready_before_the_people_do() -> None:
    game = make_game(make_user(), players=4, bots="greedy", arranged=False)
    assert let_bots_play(game) > 0
    assert [seat.ready for seat in game.seats.all()] == [False, True, True, True]
    assert MoveRow.objects.filter(game=game, act="ready").count() == 3
    assert Game.objects.get(pk=game.pk).status == Game.Status.ARRANGING


def test_a_person_is_never_played() -> None:
    game = make_game(make_user(), make_user())
    before = stands(game)
    assert not let_decide(game)
    assert stands(game) == before


def test_a_stand_in_takes_the_turns_of_who_left() -> None:
    game = make_game(make_user(), make_user(), make_user(), leavers="bot")
    leaver = (game.active_seat + 1) % 3
    act(game, leaver, Move("leave", detail="resigned"))
    assert let_bots_play(game) == 0
    take_a_turn(game)
    assert let_bots_play(game) > 0
    assert Seat.objects.get(game=game, number=leaver).turns == 1
    game.refresh_from_db()
    assert game.active_seat == (leaver + 1) % 3
    assert not game.bot_due


@pytest.mark.parametrize("status", [Game.Status.VOID, Game.Status.EXPIRED])
def test_a_game_that_was_called_off_is_left_alone(status: str) -> None:
    game = make_game(make_user(), players=2, arranged=False)
    Game.objects.filter(pk=game.pk).update(status=status, deadline=None)
    before = stands(game)
    assert Game.objects.get(pk=game.pk).bot_due
    assert not let_decide(game)
    assert stands(game) == before


def test_a_game_that_is_gone_is_nothing_to_decide() -> None:
    game = make_game(make_user(), players=2, arranged=False)
    Game.objects.all().delete()
    assert not let_bot_decide(game_id=game.pk, random=Random(1), now=NOW)


def test_a_game_deleted_while_the_bot_thinks_is_nothing_to_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make_game(make_user(), players=2, arranged=False)

    def choose(_view: View) -> Move:
        Game.objects.all().delete()
        return Move("ready")

    choosing(monkeypatch, choose)
    assert not let_decide(game)


def test_what_changed_while_the_bot_thought_is_looked_at_afresh(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make_game(make_user(), players=3, arranged=False)

    def choose(_view: View) -> Move:
        act(game, 0, Move("ready"))
        return Move("ready")

    choosing(monkeypatch, choose)
    assert not let_decide(game)
    assert MoveRow.objects.filter(game=game).count() == 1
    monkeypatch.undo()
    assert let_decide(game)


def test_a_bot_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(make_user(), players=2, bots="greedy", arranged=False)
    before = stands(game)

    def choose(_view: View) -> Move:
        raise ZeroDivisionError

    choosing(monkeypatch, choose)
    with pytest.raises(BotFault, match=rf"bot greedy of seat 1, game {game.pk}, version") as fault:
        let_decide(game)
    assert isinstance(fault.value.__cause__, ZeroDivisionError)
    assert fault.value.version == game.version
    assert stands(game) == before


def test_a_move_the_rules_refuse_is_the_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(make_user(), players=2, arranged=False)
    before = stands(game)
    choosing(monkeypatch, lambda _view: Move("draw"))
    with pytest.raises(BotFault) as fault:
        let_decide(game)
    assert isinstance(fault.value.__cause__, RulesError)
    assert stands(game) == before


def test_a_database_that_is_away_is_not_the_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(make_user(), players=2, arranged=False)

    def choose(_view: View) -> Move:
        raise OperationalError

    choosing(monkeypatch, choose)
    with pytest.raises(OperationalError):
        let_decide(game)


def test_a_bot_that_exists_no_more_is_stood_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(make_user(), players=2, arranged=False)
    Seat.objects.filter(game=game, number=1).update(bot="forgotten")
    dealt = Seat.objects.get(game=game, number=1).dealt
    monkeypatch.setitem(BOTS, STAND_IN, lambda *_given: Move("arrange", detail=dealt))
    assert let_decide(game)
    assert MoveRow.objects.get(game=game).detail == dealt

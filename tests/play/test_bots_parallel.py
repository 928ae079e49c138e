"""Several workers at the same game: each decision is made once."""

from __future__ import annotations

from random import Random
from threading import Barrier, Thread

import pytest
from django.db import connections

from games.models import Game
from games.models import Move as MoveRow
from games.play.bots import let_bot_decide
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


def play_at_once(game: Game) -> int:
    """Let some workers play the bots of `game`, each until all is decided; decisions made."""
    barrier = Barrier(WORKERS)
    made: list[int] = []
    faults: list[BaseException] = []

    def work(lot: int) -> None:
        random = Random(lot)
        try:
            barrier.wait()
            while Game.objects.get(pk=game.pk).bot_due:
                made.append(let_bot_decide(game_id=game.pk, random=random, now=NOW))
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    workers = [Thread(target=work, args=[lot]) for lot in range(WORKERS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if faults:
        raise faults[0]
    return sum(made)


def test_every_bot_arranges_once_and_is_ready_once() -> None:
    game = make_game(make_user(), players=4, bots="greedy", arranged=False)
    made = play_at_once(game)
    log = MoveRow.objects.filter(game=game)
    assert made == log.count() == Game.objects.get(pk=game.pk).version - game.version
    for seat in (1, 2, 3):
        acts = [row.act for row in log.filter(seat=seat)]
        assert acts in (["ready"], ["arrange", "ready"])


def test_every_turn_is_taken_once() -> None:
    game = make_game(make_user(), players=4, bots="greedy")
    while game.active_seat != 0:
        play_at_once(game)
        game.refresh_from_db()
    act(game, 0, Move("draw"))
    act(game, 0, Move("reveal", 0))
    game.refresh_from_db()
    if game.phase == "claiming":
        act(game, 0, Move("pass"))
        game.refresh_from_db()
    first = MoveRow.objects.filter(game=game).latest("number").number
    made = play_at_once(game)
    log = MoveRow.objects.filter(game=game, number__gt=first)
    assert made == log.count()
    turns = [row.seat for row in log if row.act in {"take", "keep", "reveal"}]
    assert turns == [1, 2, 3]
    assert Game.objects.get(pk=game.pk).active_seat == 0

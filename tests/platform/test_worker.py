"""The site's real worker, on each broker."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from celery import current_app

from games.models import Game
from games.rules.moves import Move
from tests.builders import act, make_game, make_user
from tests.processes import Started, eventually

pytestmark = pytest.mark.django_db(transaction=True)


def waits_for_the_person(game: Game) -> bool:
    return not Game.objects.get(pk=game.pk).bot_due


def test_bots_play_after_the_worker_was_down_and_when_it_is_up(
    broker: str, celery_worker_process: Callable[..., Started]
) -> None:
    game = make_game(make_user(), players=4, arranged=False, public=False, turn_seconds=None)
    current_app.control.purge()  # their nudges are lost
    assert not waits_for_the_person(game)
    celery_worker_process(broker)
    eventually(lambda: waits_for_the_person(game), what="the sweep finds the bots")
    act(game, 0, Move("ready"))
    eventually(
        lambda: (
            Game.objects.get(pk=game.pk).status == Game.Status.PLAYING
            and waits_for_the_person(game)
        ),
        what="the bots take their turns",
    )


def test_a_nudge_alone_wakes_them(
    broker: str, celery_worker_process: Callable[..., Started]
) -> None:
    celery_worker_process(broker, beat=False)
    game = make_game(make_user(), players=3, arranged=False)
    eventually(lambda: waits_for_the_person(game), what="the bots are ready", seconds=10)

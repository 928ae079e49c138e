"""What wakes the bots: the nudge after each commit, the sweep, and what they do about failures."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from games import tasks
from games.bots import BOTS
from games.models import Game
from games.models import Move as MoveRow
from games.play import after
from games.rules.moves import Move
from tests.builders import act, make_game, make_user

pytestmark = pytest.mark.django_db


class Broker:
    """Holds the nudges that were sent, as game ids."""

    def __init__(self) -> None:
        self.sent: deque[int] = deque()
        self.expires: set[object] = set()

    def send_task(self, name: str, *, args: list[int], expires: object = None) -> None:
        assert name == "games.play_bots"
        self.sent += args
        self.expires.add(expires)


@pytest.fixture(autouse=True)
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    stub = Broker()
    monkeypatch.setattr(after, "current_app", stub)
    monkeypatch.setattr(tasks, "current_app", stub)
    cache.clear()
    yield stub
    cache.clear()


def swept(broker: Broker) -> set[int]:
    """The games that a sweep wakes now."""
    broker.sent.clear()
    tasks.sweep_bots()
    return set(broker.sent)


def break_bot(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    def choose(*_given: object) -> Move:
        raise ZeroDivisionError

    monkeypatch.setitem(BOTS, bot, choose)


@pytest.mark.django_db(transaction=True)
def test_one_nudge_after_another_brings_the_bots_to_the_persons_turn(broker: Broker) -> None:
    game = make_game(make_user(), players=4, bots="greedy", arranged=False)
    act(game, 0, Move("ready"))
    handled = 0
    while broker.sent:
        tasks.play_bots(broker.sent.popleft())
        handled += 1
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert not game.bot_due
    decisions = MoveRow.objects.filter(game=game).exclude(seat=0).count()
    # The person's readiness is a commit of its own while the bots have still to arrange.
    assert decisions <= handled <= decisions + 2


def test_a_sweep_finds_the_games_that_wait_for_bots(broker: Broker) -> None:
    waiting = make_game(make_user(), players=2, arranged=False)
    make_game(make_user(), make_user())
    called_off = make_game(make_user(), players=2, arranged=False)
    Game.objects.filter(pk=called_off.pk).update(status=Game.Status.VOID, deadline=None)
    assert swept(broker) == {waiting.pk}
    assert broker.expires == {tasks.NUDGE_LASTS}


def test_a_failing_bot_is_logged_with_game_and_version_and_leaves_others_alone(
    broker: Broker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stuck = make_game(make_user(), players=2, bots="greedy", arranged=False)
    sound = make_game(make_user(), players=2, bots="random", arranged=False)
    break_bot(monkeypatch, "greedy")
    assert swept(broker) == {stuck.pk, sound.pk}
    for game_id in sorted(broker.sent):
        tasks.play_bots(game_id)
    (logged,) = caplog.records
    assert f"seat 1, game {stuck.pk}, version {stuck.version}" in logged.getMessage()
    assert logged.exc_info
    assert not MoveRow.objects.filter(game=stuck).exists()
    assert MoveRow.objects.filter(game=sound).count() == 1


def test_a_game_in_which_a_bot_failed_is_tried_again_later_or_once_it_has_changed(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(make_user(), players=2, bots="greedy", arranged=False)
    break_bot(monkeypatch, "greedy")
    tasks.play_bots(game.pk)
    assert swept(broker) == set()
    cache.clear()  # the rest is over
    assert swept(broker) == {game.pk}
    tasks.play_bots(game.pk)
    assert swept(broker) == set()
    act(game, 0, Move("ready"))
    assert swept(broker) == {game.pk}


def test_games_that_wait_for_good_keep_no_other_from_the_sweep(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "SWEPT_AT_ONCE", 1)
    games = {make_game(make_user(), players=2, arranged=False).pk for _game in range(2)}
    found: set[int] = set()
    for _sweep in range(60):
        found |= swept(broker)
    assert found == games


def test_nothing_waits_nothing_is_sent(broker: Broker) -> None:
    make_game(make_user(), make_user())
    assert swept(broker) == set()

"""What time up does is said before it comes as it comes then."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game
from games.play.ending import answer, propose
from games.play.expiry import expire
from games.play.storage import load
from games.play.time_up import when_time_is_up
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.play.clockwork import DAY, end_turn, fresh, log, seat

pytestmark = pytest.mark.django_db


def told(game: Game) -> str:
    """What is said of the active seat, or of seat 0 while all arrange."""
    table = load(fresh(game))
    return when_time_is_up(table, 0 if table.state.phase == "arranging" else table.state.active)


def comes(game: Game) -> tuple[str, str, list[tuple[int, str, str]]]:
    """Let time be up; return status, end and what is new in the log."""
    before = len(log(game))
    Game.objects.filter(pk=game.pk).update(deadline=NOW + 90 * DAY, proposal_deadline=None)
    assert expire(game.pk, NOW + 90 * DAY)
    return fresh(game).status, fresh(game).end, log(game)[before:]


def of(people: int, players: int = 0, **options: object) -> Game:
    game = make_game(*(make_user() for _ in range(people)), players=players, **options)  # type: ignore[arg-type]
    while not game.deadline:
        game = end_turn(game, timedelta(0))
    return game


def test_cards_stay_as_dealt_while_all_arrange() -> None:
    game = of(2, arranged=False)
    assert told(game) == "dealt"
    assert [move[1:] for move in comes(game)[2]] == [("ready", "timeout")] * 2


@pytest.mark.parametrize("people", [2, 3])
def test_after_the_action_a_turn_passes(people: int) -> None:
    game = of(people)
    Game.objects.filter(pk=game.pk).update(phase="claiming")
    assert told(game) == "passes"
    assert comes(game)[0] == "playing"
    assert not game.seats.exclude(left_at=None).exists()


def test_a_drawn_card_in_hand_is_no_action_yet() -> None:
    game = of(3)
    act(game, game.active_seat, Move("draw"))
    assert told(game) == "out"


def test_with_two_the_other_is_alone() -> None:
    game = of(2)
    assert told(game) == "alone"
    assert comes(game)[:2] == ("over", "alone")


def test_with_three_and_one_out_as_well() -> None:
    game = of(3)
    act(game, (game.active_seat + 1) % 3, Move("leave", detail="resigned"))
    assert told(game) == "alone"
    assert comes(game)[:2] == ("over", "alone")


def test_the_last_person_leaves_bots() -> None:
    game = of(1, players=3)
    assert told(game) == "bots"
    assert comes(game)[:2] == ("over", "bots")


def test_two_people_and_a_bot_go_on_without_one() -> None:
    game = of(2, players=3)
    assert told(game) == "out"
    assert comes(game)[0] == "playing"


@pytest.mark.parametrize("leavers", ["out", "bot"])
def test_with_more_the_game_goes_on_without_the_seat_or_with_a_stand_in(leavers: str) -> None:
    game = of(3, leavers=leavers)
    assert told(game) == leavers
    status, _end, moves = comes(game)
    assert status == "playing"
    assert moves == [(game.active_seat, "leave", "timeout")]


def test_the_last_who_has_not_answered_a_proposal_agrees() -> None:
    game = of(3)
    silent = game.active_seat
    others = [seat(game, number).user for number in range(3) if number != silent]
    assert others[0] is not None and others[1] is not None
    propose(game_id=game.pk, user=others[0], now=NOW)
    assert told(game) == "out"
    answer(game_id=game.pk, user=others[1], agrees=True, now=NOW)
    assert told(game) == "agreed"
    assert comes(game) == ("void", "agreed", [])


def test_who_has_agreed_already_goes_out_all_the_same() -> None:
    game = of(3)
    user = seat(game, game.active_seat).user
    assert user is not None
    propose(game_id=game.pk, user=user, now=NOW)
    assert told(game) == "out"

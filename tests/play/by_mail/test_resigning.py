"""Whoever resigns by mail is asked back once, and resigns with the answer to that."""

from __future__ import annotations

import pytest

from games.models import Game, ReceivedMail
from games.models import Move as MoveRow
from games.play.by_mail.earlier import MOST_FRUITLESS
from games.play.by_mail.letter import Outcome
from games.rules.moves import Move
from tests.builders import act, make_game
from tests.play.by_mail.ordering import (
    answers,
    everything,
    mail_in,
    order,
    player,
    received,
    told,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of three, at its first turn."""
    return make_game(player("Ana"), player("Bo"), player("Cy"))


@pytest.fixture
def seat(game: Game) -> int:
    return game.active_seat


def has_left(game: Game, seat: int) -> bool:
    return game.seats.get(number=seat).left_at is not None


def test_the_first_time_nothing_is_done_and_it_is_asked(game: Game, seat: int) -> None:
    before = everything(game)
    assert mail_in(game, seat, order("resign")) == Outcome.ANSWERED
    assert told(game) == [("resign", None, "resign-again")]
    assert received(game).asks_to_resign
    assert everything(game) == before


def test_the_second_time_it_is_done(game: Game, seat: int) -> None:
    mail_in(game, seat, order("resign"))
    assert mail_in(game, seat, order("resign")) == Outcome.PLAYED
    move = MoveRow.objects.filter(game=game).latest("number")
    assert (move.seat, move.act, move.detail) == (seat, "leave", "resigned")
    assert has_left(game, seat)
    assert not received(game).asks_to_resign


def test_twice_in_one_mail_is_once(game: Game, seat: int) -> None:
    mail_in(game, seat, order("resign"), order("resign"))
    assert [code for _text, _move, code in told(game)] == ["resign-again", ""]
    assert not has_left(game, seat)


def test_the_same_mail_once_more_is_no_answer(game: Game, seat: int) -> None:
    mail_in(game, seat, order("resign"), digest="a" * 64)
    assert mail_in(game, seat, order("resign"), digest="a" * 64) == Outcome.SEEN
    assert not has_left(game, seat)


def test_orders_before_it_are_done_and_those_after_it_not_tried(game: Game, seat: int) -> None:
    assert mail_in(game, seat, order("draw"), order("resign"), order("reveal", "c1"))
    assert told(game) == [
        ("draw", game.version + 1, ""),
        ("resign", None, "resign-again"),
        ("reveal c1", None, ""),
    ]
    assert received(game).asks_to_resign
    mail_in(game, seat, order("resign"))
    assert has_left(game, seat)


def test_another_mail_takes_the_wish_back(game: Game, seat: int) -> None:
    mail_in(game, seat, order("resign"))
    mail_in(game, seat, wants="board")
    mail_in(game, seat, order("resign"))
    assert not has_left(game, seat)
    assert received(game).asks_to_resign


def test_so_does_one_that_is_not_answered_any_more(game: Game, seat: int) -> None:
    for _mail in range(MOST_FRUITLESS - 1):
        mail_in(game, seat)
    mail_in(game, seat, order("resign"))
    assert mail_in(game, seat) == Outcome.SILENT
    assert len(answers()) == MOST_FRUITLESS
    assert mail_in(game, seat, order("resign")) == Outcome.SILENT
    assert not has_left(game, seat)


def test_it_can_be_answered_however_many_mails_were_in_vain(game: Game, seat: int) -> None:
    for _mail in range(MOST_FRUITLESS - 1):
        mail_in(game, seat)
    mail_in(game, seat, order("resign"))
    assert mail_in(game, seat, order("resign")) == Outcome.PLAYED
    assert len(answers()) == MOST_FRUITLESS + 1


def test_a_question_of_another_turn_does_not_count(game: Game, seat: int) -> None:
    mail_in(game, seat, order("resign"))
    while (running := Game.objects.get(pk=game.pk)).turn_number < 3:
        number = running.active_seat
        if running.phase == "claiming":
            act(game, number, Move("pass"))
        else:
            act(game, number, Move("draw"))
            down = game.seats.get(number=number).cells.filter(face_up=False).first()
            assert down is not None
            act(game, number, Move("reveal", down.row * 4 + down.column))
    assert Game.objects.get(pk=game.pk).active_seat == seat
    mail_in(game, seat, order("resign"))
    assert not has_left(game, seat)
    assert ReceivedMail.objects.filter(asks_to_resign=True).count() == 2


def test_while_cards_are_arranged() -> None:
    game = make_game(player(), player(), player(), arranged=False)
    mail_in(game, 2, order("resign"))
    assert mail_in(game, 2, order("resign")) == Outcome.PLAYED
    assert has_left(game, 2)
    assert Game.objects.get(pk=game.pk).status == Game.Status.ARRANGING

"""Whoever resigns by mail is asked back once, and resigns with the answer to that."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, ReceivedMail
from games.models import Move as MoveRow
from games.play.by_mail.earlier import MOST_FRUITLESS, MOST_MAILS
from games.play.by_mail.letter import Outcome
from games.rules.moves import Move
from tests.builders import NOW, act, make_game
from tests.mail.post_office import HOUR, send
from tests.play.by_mail.ordering import (
    answers,
    everything,
    mail_in,
    order,
    player,
    received,
    running_turn,
    told,
    unread,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of three, at its first turn."""
    return make_game(player("Ana"), player("Bo"), player("Cy"))


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
    send()
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
    send()
    mail_in(game, seat, order("resign"))
    assert has_left(game, seat)


@pytest.mark.parametrize(
    ("orders", "more"),
    [
        (("draw", "resign"), {}),
        (("resign", "draw"), {}),
        (("resign", "resign"), {}),
        (("resign",), {"alone": False}),
        (("resign",), {"wants": "board"}),
        (("resign",), {"wants": "help"}),
    ],
    ids=str,
)
def test_a_mail_that_holds_anything_else_asks_once_more(
    game: Game, seat: int, orders: tuple[str, ...], more: dict[str, Any]
) -> None:
    mail_in(game, seat, order("resign"))
    send()
    mail_in(game, seat, *map(order, orders), **more)
    assert not has_left(game, seat)
    assert "resign-again" in [code for _text, _move, code in told(game)]
    assert received(game).asks_to_resign
    send()
    assert mail_in(game, seat, order("resign")) == Outcome.PLAYED
    assert has_left(game, seat)


@pytest.mark.parametrize("verb", ["draw", "keep", ""])
def test_an_order_that_is_refused_before_it_takes_the_wish_back(
    game: Game, seat: int, verb: str
) -> None:
    act(game, seat, Move("draw"))
    mail_in(game, seat, order("resign"))
    wrong = order(verb, "b2") if verb else unread("keep z9", "no-such-square", square="z9")
    mail_in(game, seat, wrong, order("resign"))
    assert not received(game).asks_to_resign
    send()
    mail_in(game, seat, order("resign"))
    assert not has_left(game, seat)


def test_another_mail_takes_the_wish_back(game: Game, seat: int) -> None:
    mail_in(game, seat, order("resign"))
    mail_in(game, seat, wants="board")
    send()
    mail_in(game, seat, order("resign"))
    assert not has_left(game, seat)
    assert received(game).asks_to_resign


def test_so_does_one_that_is_not_answered_any_more(game: Game, seat: int) -> None:
    for _mail in range(MOST_FRUITLESS):
        mail_in(game, seat)
    mail_in(game, seat, order("resign"))
    assert mail_in(game, seat) == Outcome.SILENT
    assert len(answers()) == MOST_FRUITLESS + 1
    send()
    assert mail_in(game, seat, order("resign")) == Outcome.ANSWERED
    assert not has_left(game, seat)


def test_it_can_be_answered_however_many_mails_were_in_vain(game: Game, seat: int) -> None:
    for _mail in range(MOST_FRUITLESS):
        mail_in(game, seat)
    assert mail_in(game, seat) == Outcome.SILENT
    assert mail_in(game, seat, order("resign")) == Outcome.ANSWERED
    send()
    assert mail_in(game, seat, order("resign")) == Outcome.PLAYED
    assert len(answers()) == MOST_FRUITLESS + 2


def test_nobody_confirms_what_they_were_not_asked(game: Game, seat: int) -> None:
    """The mail that asked once more was one too many to be answered."""
    for _mail in range(MOST_FRUITLESS):
        mail_in(game, seat, order("resign"))
    send()
    assert mail_in(game, seat, order("resign"), alone=False) == Outcome.SILENT
    assert mail_in(game, seat, order("resign")) == Outcome.SILENT
    assert not has_left(game, seat)


def test_one_too_many_that_repeats_the_wish_leaves_the_question_open(game: Game, seat: int) -> None:
    for _mail in range(MOST_FRUITLESS):
        mail_in(game, seat, order("resign"))
    assert mail_in(game, seat, order("resign")) == Outcome.SILENT
    assert len(answers()) == MOST_FRUITLESS
    send()
    assert mail_in(game, seat, order("resign")) == Outcome.PLAYED


def test_so_many_mails_of_a_turn_are_the_last(game: Game, seat: int) -> None:
    """Also of those that resign, which are asked back and confirmed in the limits of all."""
    row = game.seats.get(number=seat)
    mails = [
        ReceivedMail(seat=row, user=row.user, turn="0", digest=f"{each:064x}", at=NOW, wants="help")
        for each in range(MOST_MAILS - 1)
    ]
    ReceivedMail.objects.bulk_create(mails)
    assert mail_in(game, seat, order("resign"), digest="a" * 64) == Outcome.ANSWERED
    send()
    assert mail_in(game, seat, order("resign"), digest="b" * 64) == Outcome.SILENT
    assert not has_left(game, seat)


def test_a_question_that_was_not_sent_by_then_is_put_again(game: Game, seat: int) -> None:
    for _mail in range(2):
        assert mail_in(game, seat, order("resign")) == Outcome.ANSWERED
    send(NOW + HOUR)
    assert mail_in(game, seat, order("resign"), now=NOW) == Outcome.ANSWERED
    assert not has_left(game, seat)
    send(NOW + HOUR)
    assert mail_in(game, seat, order("resign"), now=NOW + HOUR) == Outcome.PLAYED


def test_a_question_of_another_turn_does_not_count(game: Game, seat: int) -> None:
    mail_in(game, seat, order("resign"))
    send()
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
    send()
    assert mail_in(game, 2, order("resign")) == Outcome.PLAYED
    assert has_left(game, 2)
    assert Game.objects.get(pk=game.pk).status == Game.Status.ARRANGING


def test_out_of_turn_it_is_told_where_that_can_be_done(game: Game, seat: int) -> None:
    before = everything(game)
    other = (seat + 1) % 3
    assert mail_in(game, other, order("draw"), order("resign")) == Outcome.ANSWERED
    assert received(game).why == "over"
    assert told(game) == [("resign", None, "resign-at-table")]
    assert everything(game) == before


def test_whoever_is_out_is_not_told_to_resign(game: Game, seat: int) -> None:
    turn = running_turn(game)
    act(game, seat, Move("leave", detail="resigned"))
    mail_in(game, seat, order("resign"), turn=turn)
    assert (received(game).why, told(game)) == ("over", [])

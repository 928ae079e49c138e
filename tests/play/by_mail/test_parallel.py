"""Mails that come side by side: each acts once, in some order, and nobody waits for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import Notice, User
from games.models import Game, ReceivedMail, Seat
from games.models import Move as MoveRow
from games.play.by_mail.earlier import MOST_FRUITLESS
from games.play.by_mail.letter import Outcome
from games.play.by_mail.noting import note_once
from games.play.people.closing import close_account
from games.play.turns import take_turn
from games.rules.moves import Move
from tests.builders import NOW, make_game
from tests.play.by_mail.ordering import answers, mail_in, order, player, running_turn
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)

DRAW = order("draw")
REVEAL = order("reveal", "c1")


def moves(game: Game) -> int:
    return MoveRow.objects.filter(game=game, act="draw").count()


def test_the_same_mail_through_eight_inlets_acts_once() -> None:
    game = make_game(player(), player())
    mail = partial(
        mail_in, game, game.active_seat, DRAW, REVEAL, turn=running_turn(game), digest="a" * 64
    )
    said = Counter(side_by_side([mail] * 8))
    assert said == {Outcome.PLAYED: 1, Outcome.SEEN: 7}
    assert moves(game) == len(answers()) == ReceivedMail.objects.count() == 1


def test_the_same_mail_to_two_games_acts_in_one() -> None:
    people = [player(), player()]
    games = [make_game(*people) for _game in range(4)]
    mails = [
        partial(
            mail_in,
            game,
            game.seats.get(user=people[0]).number,
            order("resign"),
            turn=running_turn(game),
            digest="a" * 64,
        )
        for game in games
    ]
    said = Counter(side_by_side(mails))
    assert said == {Outcome.ANSWERED: 1, Outcome.SEEN: 3}
    assert len(answers()) == ReceivedMail.objects.count() == 1


def test_different_mails_of_one_turn_are_done_one_by_one() -> None:
    game = make_game(player(), player())
    mail = partial(mail_in, game, game.active_seat, DRAW, turn=running_turn(game))
    said = Counter(side_by_side([mail] * 12))
    assert said == {Outcome.PLAYED: 1, Outcome.ANSWERED: MOST_FRUITLESS, Outcome.SILENT: 1}
    assert moves(game) == 1


def test_all_seats_at_once_while_cards_are_arranged() -> None:
    game = make_game(*(player() for _seat in range(4)), arranged=False)
    mails = [
        partial(mail_in, game, seat, order("swap", "b2", "c3"), order("ready")) for seat in range(4)
    ]
    assert side_by_side(mails) == [Outcome.PLAYED] * 4
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING


def test_a_mail_and_the_table() -> None:
    game = make_game(player(), player())
    seat, turn = game.active_seat, running_turn(game)

    def at_the_table() -> str:
        try:
            take_turn(game_id=game.pk, seat=seat, move=Move("draw"), version=game.version, now=NOW)
        except Exception as refusal:
            return type(refusal).__name__
        return "table"

    acts: list[Callable[[], str]] = [
        partial(mail_in, game, seat, DRAW, turn=turn),
        at_the_table,
    ]
    said = set(side_by_side(acts))
    assert said in ({"table", Outcome.ANSWERED}, {"StaleMove", Outcome.PLAYED})
    assert moves(game) == 1


def test_the_same_two_people_in_many_games_never_wait_for_each_other_for_ever() -> None:
    people = [player(), player()]
    games = [make_game(*people) for _game in range(5)]
    mails = [
        partial(mail_in, game, game.active_seat, DRAW, REVEAL, turn=running_turn(game))
        for game in games
    ]
    assert side_by_side(mails) == [Outcome.PLAYED] * 5


def test_strangers_side_by_side_are_told_of_once() -> None:
    game = make_game(player(), player())
    seat = Seat.objects.select_related("game", "user").get(game=game, number=0)
    note = partial(note_once, seat=seat, turn="0", why="stranger", now=NOW)
    said = Counter(side_by_side([note] * 8))
    assert said == {Outcome.ANSWERED: 1, Outcome.SILENT: 7}
    assert len(answers()) == 1


def test_an_account_that_is_closed_at_the_same_moment() -> None:
    game = make_game(player(), player(), player())
    seat = game.active_seat
    person = User.objects.get(seats__game=game, seats__number=seat)
    mail = partial(mail_in, game, seat, DRAW, turn=running_turn(game), sender=person.email)

    def close() -> str:
        close_account(user_id=person.pk, now=NOW)
        return "closed"

    acts: list[Callable[[], str]] = [mail, close]
    said = set(side_by_side(acts))
    assert said in ({"closed", Outcome.PLAYED}, {"closed", Outcome.IGNORED})
    assert Notice.objects.filter(kind="answer", state="waiting").count() <= 1

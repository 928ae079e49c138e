"""Who may play from the mail when a mail comes, and how many mails that do nothing are answered."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import Notice, User
from games.models import Game, ReceivedMail, Seat
from games.play.by_mail.earlier import MOST_FRUITLESS, MOST_MAILS
from games.play.by_mail.letter import Outcome
from games.play.by_mail.noting import TOLD_ONCE, note_once
from tests.builders import NOW, make_game
from tests.mail.post_office import send
from tests.play.by_mail.ordering import (
    answers,
    everything,
    mail_in,
    order,
    player,
    received,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def change(person: User, **fields: object) -> None:
    User.objects.filter(pk=person.pk).update(**fields)


def test_the_suspended_are_told_so_and_nothing_is_done(game: Game, seat: int, person: User) -> None:
    change(person, suspended_until=NOW + DAY)
    before = everything(game)
    assert mail_in(game, seat, order("draw")) == Outcome.ANSWERED
    assert (received(game).why, received(game).orders) == ("suspended", [])
    assert everything(game) == before


def test_once_that_is_over_they_play(game: Game, seat: int, person: User) -> None:
    change(person, suspended_until=NOW)
    assert mail_in(game, seat, order("draw")) == Outcome.PLAYED


def test_whoever_is_on_vacation_may_play(game: Game, seat: int, person: User) -> None:
    change(person, vacation_from=NOW - DAY, vacation_until=NOW + DAY)
    assert mail_in(game, seat, order("draw")) == Outcome.PLAYED


@pytest.mark.parametrize(
    "fields",
    [
        {"closing_at": NOW},
        {"is_active": False},
        {"is_guest": True, "email": ""},
        {"plays_by_mail_since": None},
        {"email_proven_at": None},
        {"email": "other@example.org"},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_whoever_is_gone_or_has_changed_their_mind_meets_silence(
    game: Game, seat: int, person: User, fields: dict[str, object]
) -> None:
    change(person, **fields)
    before = everything(game)
    said = mail_in(game, seat, order("draw"), sender=person.email, since=NOW)
    assert said == Outcome.IGNORED
    assert everything(game) == before
    assert not ReceivedMail.objects.exists()
    assert not answers()


def test_a_seat_that_has_lost_its_person(game: Game, seat: int, person: User) -> None:
    Seat.objects.filter(game=game, number=1 - seat).update(user=None)
    Seat.objects.filter(game=game, number=seat).update(user=player("Cy"))
    said = mail_in(game, seat, order("draw"), sender=person.email, user_id=person.pk)
    assert said == Outcome.IGNORED
    assert not answers()


def test_an_address_counts_in_any_case(game: Game, seat: int, person: User) -> None:
    change(person, email="Ana.A@Example.org")
    assert mail_in(game, seat, order("draw"), sender="ana.a@example.org") == Outcome.PLAYED


def test_ten_mails_that_do_nothing_are_answered_then_there_is_silence(
    game: Game, seat: int
) -> None:
    said = [mail_in(game, seat, order("keep", "b3")) for _mail in range(30)]
    assert said == [Outcome.ANSWERED] * MOST_FRUITLESS + [Outcome.SILENT] * 20
    assert len(answers()) == ReceivedMail.objects.count() == MOST_FRUITLESS == 10


def test_those_that_ask_for_something_have_ten_of_their_own(game: Game, seat: int) -> None:
    mails = [partial(mail_in, game, seat, wants="board"), partial(mail_in, game, seat)]
    said = [mail() for _turn in range(12) for mail in mails]
    assert said == [Outcome.ANSWERED] * 2 * MOST_FRUITLESS + [Outcome.SILENT] * 4
    assert len(answers()) == ReceivedMail.objects.count() == 2 * MOST_FRUITLESS


@pytest.mark.parametrize("wants", ["help", "board"])
def test_so_have_those_out_of_turn(game: Game, seat: int, wants: str) -> None:
    said = [mail_in(game, 1 - seat, wants=wants) for _mail in range(12)]
    assert said == [Outcome.ANSWERED] * MOST_FRUITLESS + [Outcome.SILENT] * 2
    assert received(game).why == ""
    assert mail_in(game, 1 - seat, order("draw"), wants=wants) == Outcome.ANSWERED
    assert received(game).why == "over"


@pytest.mark.parametrize("mail", [{}, {"wants": "help"}, {"is_empty": True}], ids=str)
def test_the_last_of_ten_is_marked(game: Game, seat: int, mail: dict[str, Any]) -> None:
    for _mail in range(12):
        mail_in(game, seat, **mail)
    marks = list(ReceivedMail.objects.order_by("pk").values_list("is_last", flat=True))
    assert marks == [False] * (MOST_FRUITLESS - 1) + [True]


def test_those_that_do_something_are_answered_still(game: Game, seat: int) -> None:
    for _mail in range(12):
        mail_in(game, seat, wants="help")
        mail_in(game, seat, order("keep", "b3"))
    assert mail_in(game, seat, order("draw")) == Outcome.PLAYED
    assert not received(game).is_last
    assert len(answers()) == 2 * MOST_FRUITLESS + 1


def test_the_count_begins_anew_with_each_turn_and_seat(game: Game, seat: int) -> None:
    for _mail in range(12):
        mail_in(game, seat)
    mail_in(game, seat, order("draw"), order("reveal", "c1"), order("pass"))
    game.refresh_from_db()
    assert mail_in(game, game.active_seat) == Outcome.ANSWERED


def test_even_cards_are_not_laid_out_for_ever() -> None:
    game = make_game(player(), player(), arranged=False)
    said = [mail_in(game, 0, order("swap", "b2", "c3")) for _mail in range(MOST_MAILS + 5)]
    assert said == [Outcome.PLAYED] * MOST_MAILS + [Outcome.SILENT] * 5
    assert len(answers()) == ReceivedMail.objects.count() == MOST_MAILS


class TestToldOnce:
    @pytest.fixture
    def row(self, game: Game, seat: int) -> Seat:
        return Seat.objects.select_related("game", "user").get(game=game, number=seat)

    @pytest.mark.parametrize("why", TOLD_ONCE)
    def test_each_why_is_told_once_in_a_turn(self, row: Seat, why: str) -> None:
        said = [note_once(seat=row, turn="0", why=why, now=NOW) for _mail in range(5)]
        assert said == [Outcome.ANSWERED] + [Outcome.SILENT] * 4
        ((user_id, payload),) = answers()
        assert user_id == row.user_id
        mail = ReceivedMail.objects.get(pk=payload["received"])
        assert (mail.why, mail.turn, mail.orders, mail.message_id) == (why, "0", [], "")

    def test_and_again_in_another_turn_and_for_another_why(self, row: Seat) -> None:
        for turn in ("0", "2"):
            for why in TOLD_ONCE:
                assert note_once(seat=row, turn=turn, why=why, now=NOW) == Outcome.ANSWERED
        assert Notice.objects.filter(kind="answer").count() == 2 * len(TOLD_ONCE)

    def test_they_take_nothing_from_the_persons_own_mails(
        self, game: Game, seat: int, row: Seat
    ) -> None:
        mail_in(game, seat, order("resign"))
        for why in TOLD_ONCE:
            note_once(seat=row, turn="0", why=why, now=NOW)
        send()
        assert mail_in(game, seat, order("resign")) == Outcome.PLAYED

    def test_nobody_is_told_who_is_gone(self, row: Seat, person: User) -> None:
        change(person, closing_at=NOW)
        seat = Seat.objects.select_related("user").get(pk=row.pk)
        assert note_once(seat=seat, turn="0", why="stranger", now=NOW) == Outcome.IGNORED
        assert not answers()

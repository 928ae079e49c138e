"""However many messages come, rows, answers and memory are bounded."""

from __future__ import annotations

import tracemalloc

import pytest

from accounts.models import Notice, User
from games.mail.incoming.letter import MOST_BYTES
from games.models import Game, ReceivedMail
from games.play.by_mail.earlier import MOST_FRUITLESS, MOST_MAILS
from tests.builders import make_game
from tests.mail.incoming.letters import address_of, answers, come, player, raw_mail, reply
from tests.play.test_take_turn import everything

# Many mails: what each may do is looked at on PostgreSQL one by one, by test_receive.py.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("mail_comes_in"),
    pytest.mark.sqlite,
]

MANY = 200  # more than any limit here: the next thousand would be as these


def test_any_number_of_mails_of_one_person_to_one_turn_has_few_answers(
    game: Game, seat: int, person: User
) -> None:
    to, before = address_of(game, seat), everything(game)
    texts = ["keep b3\n", "Hello\n", "help\n", "resign\n\nhelp\n"]
    for number in range(MANY):
        come(raw_mail(sender=person.email, to=to, text=texts[number % len(texts)]))
    assert len(answers()) == 2 * MOST_FRUITLESS  # those in vain, and those that ask for help
    assert ReceivedMail.objects.count() <= 2 * MOST_FRUITLESS + 1
    assert everything(game) == before


def test_mails_that_each_do_something() -> None:
    game = make_game(player(), player(), arranged=False)
    to, mine = address_of(game, 0), game.seats.get(number=0).user
    assert mine is not None
    for _mail in range(2 * MOST_MAILS):
        come(raw_mail(sender=mine.email, to=to, text="swap b2 c3\n"))
    assert len(answers()) == ReceivedMail.objects.count() == MOST_MAILS


def test_any_number_of_mails_of_strangers_are_one_answer(
    game: Game, seat: int, person: User
) -> None:
    to, before, notices = address_of(game, seat), everything(game), Notice.objects.count()
    for number in range(MANY):
        come(raw_mail(sender=f"stranger{number}@example.com", to=to, text="draw\n"))
    assert Notice.objects.count() == notices + 1
    assert [notice.user_id for notice in answers()] == [person.pk]
    assert ReceivedMail.objects.count() == 1
    assert everything(game) == before


def test_all_that_is_answered_once_a_turn_together(game: Game, seat: int) -> None:
    for _mail in range(20):
        come(reply(game, seat, "draw\n"), cut=True)
        come(reply(game, seat, "draw\n", sender="other@example.com"), cut=True)
    assert len(answers()) == ReceivedMail.objects.count() == 2


def test_two_programs_that_answer_each_other_come_to_an_end(game: Game, seat: int) -> None:
    """The other side answers each answer, and does not say that it is a program."""
    exchanged = 0
    while len(answers()) == exchanged < 50:
        exchanged += 1
        come(reply(game, seat, "I am away until Monday.\n", subject="Re: Re: Your turn"))
    assert exchanged == MOST_FRUITLESS + 1


def test_memory_is_bounded_whatever_is_attached(game: Game, seat: int) -> None:
    raw = reply(game, seat, "draw\n", attachment=b"x" * 5 * MOST_BYTES)
    come(reply(game, seat, "help\n"))
    tracemalloc.start()
    try:
        come(raw)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * MOST_BYTES

"""A mail that resigns confirms a question only if its author can have seen it."""

from __future__ import annotations

import pytest
from django.core import mail

from accounts.models import Notice, User
from games.mail.message_ids import message_id
from games.models import Game, ReceivedMail
from tests.builders import NOW
from tests.mail.incoming.letters import come, reply
from tests.mail.post_office import notice, send

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.sqlite]


def resign(game: Game, seat: int, *answered: str, text: str = "resign\n") -> bool:
    """Let a mail come in that resigns and answers those mails; return whether they have left."""
    headers = {"In-Reply-To": " ".join(answered)} if answered else {}
    assert come(reply(game, seat, text, headers=headers)) in ("answered", "played")
    return game.seats.get(number=seat).left_at is not None


def sent() -> list[str]:
    """Send what is due; return the Message-IDs of it."""
    before = len(mail.outbox)
    send()
    return [str(each.extra_headers["Message-ID"]) for each in mail.outbox[before:]]


@pytest.fixture
def turn_mail(person: User) -> str:
    """The Message-ID of the mail about the turn, which was sent."""
    fields = {"state": Notice.State.SENT, "sent_at": NOW}
    return message_id(notice(person, "turn", **fields))


def test_twice_before_the_question_was_sent_is_not_enough(game: Game, seat: int) -> None:
    assert not resign(game, seat)
    assert not resign(game, seat)
    assert ReceivedMail.objects.filter(asks_to_resign=True).count() == 2


def test_nor_is_it_to_answer_the_mail_of_the_turn_again(
    game: Game, seat: int, turn_mail: str
) -> None:
    assert not resign(game, seat, turn_mail)
    assert len(sent()) == 1
    assert not resign(game, seat, turn_mail)
    assert ReceivedMail.objects.filter(asks_to_resign=True).count() == 2


def test_answering_the_question_is(game: Game, seat: int, turn_mail: str) -> None:
    assert not resign(game, seat, turn_mail)
    assert resign(game, seat, *sent())


def test_so_is_answering_any_question_that_still_stands(
    game: Game, seat: int, turn_mail: str
) -> None:
    assert not resign(game, seat, turn_mail)
    assert not resign(game, seat, turn_mail)
    first, _second = sent()
    assert resign(game, seat, first)


def test_one_that_was_taken_back_stands_no_more(game: Game, seat: int, turn_mail: str) -> None:
    assert not resign(game, seat, turn_mail)
    question = sent()
    assert not resign(game, seat, *question, text="board\n")
    assert not resign(game, seat, turn_mail)
    assert not resign(game, seat, *question)


@pytest.mark.parametrize(
    "answered",
    [(), ("<01020304@provider.example>",), ("nothing that is a name",), ("<a b@mailer.example>",)],
    ids=str,
)
def test_where_none_of_ours_is_named_it_is_enough_that_it_was_sent(
    game: Game, seat: int, turn_mail: str, answered: tuple[str, ...]
) -> None:
    assert not resign(game, seat, turn_mail)
    assert not resign(game, seat, *answered)
    assert len(sent()) == 2
    assert resign(game, seat, *answered)


def test_a_name_like_ours_is_none_of_the_question(game: Game, seat: int, turn_mail: str) -> None:
    assert not resign(game, seat, turn_mail)
    (question,) = sent()
    assert not resign(game, seat, question.replace("<notice-", "<notice-1"))
    assert not resign(game, seat, question, turn_mail)


def test_who_answers_a_question_has_seen_it_whatever_its_sender_knows(
    game: Game, seat: int, turn_mail: str
) -> None:
    """The sender may have died before it wrote down that the mail was taken."""
    assert not resign(game, seat, turn_mail)
    (question,) = sent()
    unsure = {"state": Notice.State.WAITING, "unsure": True, "sent_at": None}
    Notice.objects.filter(kind="answer").update(**unsure)
    assert not resign(game, seat)
    assert resign(game, seat, question)

"""The answer to a mail tells why nothing was done."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.mail.answered import summary
from games.models import Game, ReceivedMail
from tests.builders import NOW
from tests.mail.answering import answer, html, refuse, write
from tests.mail.telling import text

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
_Why = ReceivedMail.Why


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (_Why.OVER, "The turn that your mail was for is over: nothing was done."),
        (_Why.NO_ORDER, "No order was found in your mail: nothing was done."),
        (_Why.EMPTY, "Write orders in the text of the mail, not in its subject."),
        (_Why.SEVERAL, "nothing was done in any of them. Write to each game by itself."),
        (_Why.STRANGER, "A mail for your seat came from another address than yours"),
        (_Why.UNCHECKED, "It could not be checked that your mail was sent by you"),
        (_Why.TOO_LARGE, "Your mail was too large: nothing was done."),
    ],
)
def test_why_nothing_was_done_is_told_with_what_can_be(
    game: Game, people: list[User], why: str, said: str
) -> None:
    notice = refuse(game, people[0], why)
    assert said in text(notice) and said in html(notice)
    assert "- To draw a card, write “draw”" in text(notice)
    assert "Your Kingdom:" in text(notice)


def test_every_why_has_a_sentence() -> None:
    assert len({summary(ReceivedMail(why=why)) for why in _Why}) == len(_Why)


def test_resigning_out_of_turn_is_told_to_be_possible_at_the_table(
    game: Game, people: list[User]
) -> None:
    told = text(write(game, people[1], "resign"))
    assert "The turn that your mail was for is over: nothing was done." in told
    assert "- resign: not done. You can resign at any time at the table" in told


def test_the_suspended_are_told_that_alone(game: Game, people: list[User]) -> None:
    for notice in (refuse(game, people[0], _Why.SUSPENDED), write(game, people[0], "draw")):
        User.objects.filter(pk=people[0].pk).update(suspended_until=NOW + timedelta(days=3))
        told = text(notice)
        assert "You are suspended" in told
        assert "Kingdom" not in told and drawn_nothing(told) and "/mail/turn/" not in told
        assert "Kingdom" not in html(notice) and "/mail/turn/" not in html(notice)
        assert "Reply-To" not in answer(notice).extra_headers
        User.objects.filter(pk=people[0].pk).update(suspended_until=None)


def drawn_nothing(told: str) -> bool:
    return "You drew" not in told

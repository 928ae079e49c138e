"""The last answer of its sort in a turn says so, and what still counts."""

from __future__ import annotations

import pytest

from accounts.models import Notice, User
from games.models import Game
from games.play.by_mail.earlier import MOST_FRUITLESS
from tests.builders import make_game, make_user
from tests.mail.answering import html, write
from tests.mail.telling import end_turn, text

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ASKED = "No more mails about this turn that only ask for the orders or the position are answered."
IN_VAIN = "No more mails about this turn of which nothing can be done are answered."
RESIGN = "No more mails about this turn that resign are answered with this question."
STILL = "Orders that can be done still count, and the link and the table always work."
TABLE = "The table always shows how the game stands."


@pytest.fixture
def game(ana: User) -> Game:
    """She has the first turn: hers is the oldest account."""
    return make_game(ana, make_user("Bo"), first_by="account")


def ten(game: Game, user: User, *texts: str) -> list[Notice]:
    """The answers to ten mails."""
    return [write(game, user, texts[number % len(texts)]) for number in range(MOST_FRUITLESS)]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("help", "board"), ASKED),
        (("keep b3", "Hello Bo", ""), IN_VAIN),
    ],
)
def test_the_tenth_says_so(game: Game, ana: User, texts: tuple[str, ...], said: str) -> None:
    *others, last = ten(game, ana, *texts)
    assert f"{said} {STILL}" in text(last)
    assert f"{said} {STILL}</p>" in html(last)
    assert all(STILL not in text(each) for each in others)
    assert write(game, ana, *texts[:1]) == last


def test_the_tenth_question_says_that_it_is_put_no_more(game: Game, ana: User) -> None:
    *others, last = ten(game, ana, "resign")
    assert f"{RESIGN} {STILL}" in text(last)
    assert all(RESIGN not in text(each) for each in others)
    assert write(game, ana, "resign") == last


def test_after_ten_in_vain_it_is_put_all_the_same(game: Game, ana: User) -> None:
    assert STILL in text(ten(game, ana, "keep b3")[-1])
    told = text(write(game, ana, "resign"))
    assert "You are asked once more before you resign." in told and STILL not in told


@pytest.mark.parametrize("texts", [("help", "board"), ("resign",)])
def test_out_of_turn_the_table_is_named(game: Game, ana: User, texts: tuple[str, ...]) -> None:
    end_turn(game)
    *others, last = ten(game, ana, *texts)
    assert TABLE in text(last) and STILL not in text(last)
    assert all(TABLE not in text(each) for each in others)


def test_so_it_is_once_the_turn_has_ended(game: Game, ana: User) -> None:
    last = ten(game, ana, "help")[-1]
    end_turn(game)
    assert TABLE in text(last) and STILL not in text(last)


def test_what_does_something_is_answered_still_and_says_nothing_of_it(
    game: Game, ana: User
) -> None:
    ten(game, ana, "help")
    ten(game, ana, "keep b3")
    told = text(write(game, ana, "draw"))
    assert "You drew" in told and STILL not in told

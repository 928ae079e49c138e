"""The last answer of its sort in a turn says so, and what still counts."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from accounts.models import Notice, User
from games.models import Game
from games.play.by_mail.earlier import MOST_FRUITLESS
from tests.builders import make_game
from tests.mail.answering import html, player, write
from tests.mail.telling import end_turn, text

pytestmark = pytest.mark.django_db

ASKED = "No more mails about this turn that only ask for the orders or the position are answered."
IN_VAIN = "No more mails about this turn of which nothing can be done are answered."
STILL = "Orders that can be done still count, and the link and the table always work."
TABLE = "The table always shows how the game stands."


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def people() -> list[User]:
    return [player("Ana"), player("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """Ana has the first turn: hers is the oldest account."""
    return make_game(*people, first_by="account")


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
def test_the_tenth_says_so(
    game: Game, people: list[User], texts: tuple[str, ...], said: str
) -> None:
    *others, last = ten(game, people[0], *texts)
    assert f"{said} {STILL}" in text(last)
    assert f"{said} {STILL}</p>" in html(last)
    assert all(STILL not in text(each) for each in others)
    assert write(game, people[0], *texts[:1]) == last


@pytest.mark.parametrize("texts", [("help", "board"), ("resign",)])
def test_out_of_turn_the_table_is_named(
    game: Game, people: list[User], texts: tuple[str, ...]
) -> None:
    *others, last = ten(game, people[1], *texts)
    assert TABLE in text(last) and STILL not in text(last)
    assert all(TABLE not in text(each) for each in others)


def test_so_it_is_once_the_turn_has_ended(game: Game, people: list[User]) -> None:
    last = ten(game, people[0], "help")[-1]
    end_turn(game)
    assert TABLE in text(last) and STILL not in text(last)


def test_what_does_something_is_answered_still_and_says_nothing_of_it(
    game: Game, people: list[User]
) -> None:
    ten(game, people[0], "help")
    ten(game, people[0], "keep b3")
    told = text(write(game, people[0], "draw"))
    assert "You drew" in told and STILL not in told

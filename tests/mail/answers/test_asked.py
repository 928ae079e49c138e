"""Help and the position come to whoever asks for them, in whosever turn."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from games.play.ending import call_off
from tests.builders import NOW, lay_river, make_game, play_some
from tests.mail.answering import html, lines, write
from tests.mail.telling import text

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_help_brings_all_orders_and_legends(game: Game, people: list[User]) -> None:
    lay_river(game, "four-tribes")
    notice = write(game, people[0], "help")
    told = lines(notice)
    assert "These are the orders." in told
    assert (
        "- To discard the drawn card and turn over one of yours,"
        " write\N{NO-BREAK SPACE}“reveal\N{NO-BREAK SPACE}c1”"
    ) in told
    assert "“swap" not in text(notice) and "“ready" not in text(notice)
    assert "- four-tribes: The Four Tribes, in the River" in told
    assert sum(": " in line and "-" in line[2:] for line in told) >= 15
    assert "<b>four-tribes</b>: The Four Tribes, in the River" in html(notice)
    assert "All Legends" not in text(write(game, people[0], "board"))


def test_board_brings_the_position(game: Game, people: list[User]) -> None:
    told = text(write(game, people[0], "board"))
    assert "This is the position." in told
    assert "Your Kingdom:" in told and "Kingdom of Bo:" in told and "The River:" in told


@pytest.mark.parametrize(
    ("asks", "said"), [("help", "These are the orders."), ("board", "This is the position.")]
)
def test_out_of_turn_both_are_told_with_whose_turn_it_is(
    game: Game, people: list[User], asks: str, said: str
) -> None:
    told = text(write(game, people[1], asks))
    assert said in told and "nothing was done" not in told
    assert "It is the turn of Ana" in told and "Your Kingdom:" in told
    assert ("All Legends:" in told) == (asks == "help")


@pytest.mark.parametrize("asks", ["help", "board"])
def test_once_the_game_is_over_that_is_told(game: Game, people: list[User], asks: str) -> None:
    play_some(game)
    told = lines(write(game, people[0], asks))
    assert told[2] == "The game is over."
    assert any("Total" in line for line in told)
    other = make_game(*people)
    call_off(game_id=other.pk, user=people[0], now=NOW)
    told = lines(write(other, people[0], asks))
    assert told[2] == "The game has ended without a result."
    assert told.count(told[2]) == 1

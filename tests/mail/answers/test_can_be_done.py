"""The answer to a mail tells what can be done now, to be sent back as it stands."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.mail.incoming.orders import read_orders
from games.models import Game
from tests.builders import NOW, lay_kingdom, lay_river, make_game
from tests.mail.answering import copied, html, lines, write
from tests.mail.telling import text

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_legends_are_offered_by_id_and_name(game: Game, people: list[User]) -> None:
    lay_river(game, "four-tribes")
    lay_kingdom(game, 0, "HEDG", "pfms", "pfms", "PFMS")
    notice = write(game, people[0], "board")
    assert "“claim four-tribes” (The Four Tribes)" in text(notice)
    assert "- To draw a card, write “draw”" in text(notice)
    assert "“claim four-tribes” (The Four Tribes)" in html(notice).replace("&nbsp;", " ")


@pytest.mark.parametrize("arranged", [True, False])
def test_what_is_offered_can_be_sent_back_as_it_stands(people: list[User], arranged: bool) -> None:
    game = make_game(*people, first_by="account", arranged=arranged)
    lay_river(game, "four-tribes", "battle-elf-dwarf")
    if arranged:
        lay_kingdom(game, 0, "HEDG", "EDms", "pfms", "PFMS")
    offers = copied(write(game, people[0], "board"))
    if arranged:
        offers += copied(write(game, people[0], "draw"))
    assert {each.split()[0] for each in offers} == (
        {"draw", "take", "keep", "reveal", "claim"} if arranged else {"swap", "arrange", "ready"}
    )
    for each in offers:
        [order] = read_orders(each).orders
        assert not order.code, each


def test_long_lists_of_squares_do_not_tear_an_order(game: Game, people: list[User]) -> None:
    told = lines(write(game, people[0], "board"))
    assert max(map(len, told)) <= 78
    assert [line for line in told if "“take\N{NO-BREAK SPACE}a1” (or" in line]


def test_time_that_is_up_is_told_as_such(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    Game.objects.filter(pk=game.pk).update(deadline=NOW - timedelta(seconds=1))
    assert "Your time is up." in text(notice)

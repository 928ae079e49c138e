"""No line of our mails is an order of its reader's, however it comes back unmarked."""

from __future__ import annotations

from itertools import chain
from textwrap import wrap
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from games.mail.incoming.html_text import text_of
from games.mail.incoming.orders import Reading, read_orders
from games.models import Game
from tests.builders import NOW, lay_kingdom, lay_river, make_game
from tests.mail.answering import answer, player, write
from tests.mail.telling import html_of, mail, notice_of

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
FOOT = "This mail was sent by Drako."


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.SITE_URL = "https://drako.example"
    settings.REPLY_ADDRESS = "play+*@drako.example"


def running() -> tuple[Game, User]:
    """A game in which all there is can be done by whose turn it is."""
    people = [player("Ana"), player("Bo")]
    game = make_game(*people, first_by=Game.FirstBy.ACCOUNT)
    lay_river(game, "four-tribes", "battle-elf-dwarf")
    lay_kingdom(game, 0, "HEDG", "EDms", "pfms", "PFMS")
    return game, people[0]


def arranging() -> tuple[Game, User]:
    """One that has not begun."""
    people = [player("Ana"), player("Bo")]
    return make_game(*people, arranged=False, first_by=Game.FirstBy.ACCOUNT), people[0]


@pytest.fixture(
    params=["turn", "started", "help", "board", "draw", "draw, reveal z9", "kep b3", "ready, help"]
)
def ours(request: pytest.FixtureRequest) -> EmailMultiAlternatives:
    """A mail that tells of orders: of a kind, or the answer to this mail."""
    told = request.param
    if told == "turn":
        return mail(notice_of(running()[1], told), now=NOW)
    if told == "started":
        return mail(notice_of(arranging()[1], told), now=NOW)
    game, person = arranging() if "ready" in told else running()
    return answer(write(game, person, told))


def forms(message: EmailMultiAlternatives) -> list[list[str]]:
    """Both parts in lines, without their foot."""
    bodies = (str(message.body), text_of(html_of(message)))
    return [body.partition(FOOT)[0].rstrip("- \n").splitlines() for body in bodies]


def broken(lines: list[str], width: int) -> list[str]:
    """Lines as a program breaks them, or as they are with 0."""
    return list(chain.from_iterable(wrap(line, width or 1000) or [""] for line in lines))


def acts(reading: Reading) -> bool:
    """Whether more comes of it than the word that something could not be read."""
    return bool(reading.wants) or any(order.verb for order in reading.orders)


def test_not_as_it_is(ours: EmailMultiAlternatives) -> None:
    for form in forms(ours):
        assert read_orders("\n".join(form)) == Reading()


@pytest.mark.parametrize("width", [28, 32, 36, 40, 45, 60, 72])
def test_not_when_it_is_broken_anew(ours: EmailMultiAlternatives, width: int) -> None:
    for form in forms(ours):
        assert not acts(read_orders("\n".join(broken(form, width))))


def test_not_when_it_is_cut_anywhere(ours: EmailMultiAlternatives) -> None:
    for lines in [broken(form, 40) for form in forms(ours)]:
        for first in range(len(lines)):
            assert not acts(read_orders("\n".join(lines[first : first + 4]))), lines[first]


def test_not_when_one_line_is_copied(ours: EmailMultiAlternatives) -> None:
    for line in chain.from_iterable(forms(ours)):
        assert read_orders(line) == Reading(), line


@pytest.mark.parametrize("mark", ["", "| ", ": "])
def test_not_where_spaces_were_made_breakable(ours: EmailMultiAlternatives, mark: str) -> None:
    for form in forms(ours):
        plain = [line.replace("\N{NO-BREAK SPACE}", " ") for line in form]
        for width in (28, 32, 36, 40, 45, 60, 72):
            lines = [mark + line for line in broken(plain, width)]
            assert not acts(read_orders("\n".join(lines))), width

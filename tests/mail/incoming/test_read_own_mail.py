"""Our own mails quoted without any mark: their lines are never taken for the author's."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives

from games.mail.incoming.orders import Reading, read_orders
from games.mail.incoming.read import read_mail
from tests.builders import NOW, make_game
from tests.mail.answering import answer, write
from tests.mail.incoming.letters import player, raw_mail
from tests.mail.telling import html_of, mail, notice_of

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.sqlite]

HEAD = "From: Drako <play@drako.example>\nSent: Monday, 2 March 2026 10:00\nTo: Bo\nSubject: Turn\n"


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.SITE_URL = "https://drako.example"


@pytest.fixture(params=["turn", "started", "answer"])
def ours(request: pytest.FixtureRequest) -> EmailMultiAlternatives:
    """A mail about a turn that can be played from the mail."""
    people = [player("Ana"), player("Bo")]
    game = make_game(*people, arranged=request.param != "started")
    person = people[game.active_seat]
    if request.param == "answer":
        return answer(write(game, person, "help"))
    return mail(notice_of(person, request.param), now=NOW)


def reading(text: str = "", html: str = "") -> Reading:
    raw = raw_mail(sender="bo@example.org", to="play+r-1@drako.example", text=text, html=html)
    return read_orders(read_mail(raw).text)


def verbs(text: str = "", html: str = "") -> list[str]:
    return [order.verb for order in reading(text, html).orders]


def test_alone_it_orders_nothing(ours: EmailMultiAlternatives) -> None:
    assert reading(str(ours.body)) == Reading()
    assert reading(html=html_of(ours)) == Reading()


@pytest.mark.parametrize("between", ["\n", "\n\n", f"\n\n{HEAD}\n"])
def test_above_it_stands_the_answer(ours: EmailMultiAlternatives, between: str) -> None:
    assert verbs(f"draw{between}{ours.body}") == ["draw"]


@pytest.mark.parametrize("above", ["", f"{HEAD}\n"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_below_it_stands_the_answer(ours: EmailMultiAlternatives, above: str, between: str) -> None:
    assert verbs(f"{above}{ours.body.rstrip()}{between}draw\n") == ["draw"]


def test_a_greeting_of_the_author_is_not_ours(ours: EmailMultiAlternatives) -> None:
    assert verbs(f"Hello Drako,\n\ndraw\n\n{ours.body}") == ["draw"]


@pytest.mark.parametrize("around", ["<p>draw</p>{}", "{}<p>draw</p>", "<div>draw<br>{}</div>"])
def test_its_html_is_known_too(ours: EmailMultiAlternatives, around: str) -> None:
    assert verbs(html=around.format(html_of(ours))) == ["draw"]


def test_its_lines_are_known_when_they_are_marked(ours: EmailMultiAlternatives) -> None:
    quoted = "\n".join(f"> {line}".rstrip() for line in str(ours.body).splitlines())
    assert verbs(f"On 2 Mar 2026 at 10:00, Drako wrote:\n{quoted}\n\ndraw") == ["draw"]
    assert reading(quoted) == Reading()


def test_a_mail_that_only_has_the_sentence_of_its_foot_is_the_authors() -> None:
    assert verbs("draw\n\nMy neighbour says: This mail was sent by Drako.\nkeep b3") == ["draw"]
    assert verbs("This mail was sent by Drako.\n\ndraw") == ["draw"]

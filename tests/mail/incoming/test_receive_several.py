"""A mail to several games of one person plays none of them, and its person is told so once."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, ReceivedMail
from tests.builders import make_game
from tests.mail.incoming.letters import address_of, answers, come, player, raw_mail, why
from tests.play.test_take_turn import everything

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.sqlite]


@pytest.fixture
def other(person: User) -> Game:
    """Another game of theirs, in which it is their turn too."""
    return make_game(person, player("Cy"), first_by="account")


@pytest.fixture
def both(game: Game, seat: int, other: Game) -> list[str]:
    """Where answers to the mails of both games go."""
    return [address_of(game, seat), address_of(other, 0)]


def test_neither_is_played_and_it_is_answered_once(
    game: Game, other: Game, person: User, both: list[str]
) -> None:
    before = everything(game), everything(other)
    raw = raw_mail(sender=person.email, to=both, text="draw\n")
    assert [come(raw), come(raw)] == ["answered", "seen before"]
    assert (everything(game), everything(other)) == before
    assert (why(), len(answers())) == ("several", 1)


def test_so_it_is_where_each_recipient_is_delivered_to_by_itself(
    game: Game, other: Game, person: User, both: list[str]
) -> None:
    before = everything(game), everything(other)
    raw = raw_mail(sender=person.email, to=both, text="draw\n")
    said = [come(raw, recipients=[address]) for address in reversed(both)]
    assert said == ["answered", "seen before"]
    assert (everything(game), everything(other)) == before
    assert ReceivedMail.objects.get().seat.game == other


@pytest.mark.parametrize("text", ["help\n", "resign\n", "\n"])
def test_whatever_it_says(person: User, both: list[str], text: str) -> None:
    assert come(raw_mail(sender=person.email, to=both, text=text)) == "answered"
    assert (why(), ReceivedMail.objects.get().orders) == ("several", [])


def test_an_address_of_an_opponents_beside_it_does_not_count(
    game: Game, seat: int, person: User
) -> None:
    theirs = make_game(player("Cy"), player("Di"))
    to = [address_of(game, seat), address_of(game, 1 - seat), address_of(theirs, 0)]
    assert come(raw_mail(sender=person.email, to=to, text="draw\n")) == "played"


def test_nor_does_one_that_is_void_or_of_another_turn_of_the_game(
    game: Game, seat: int, person: User
) -> None:
    here = address_of(game, seat)
    wrong = f"{here.partition('@')[0][:-1]}@drako.example"
    Game.objects.filter(pk=game.pk).update(turn_number=7)
    later = address_of(game, seat)
    assert come(raw_mail(sender=person.email, to=[later, here, wrong], text="draw\n")) == "played"

"""A message counts by its sender and its token; others do nothing, and tell nobody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.mail.incoming.letter import MOST_BYTES
from games.models import Game, ReceivedMail
from tests.builders import NOW
from tests.mail.incoming.letters import address_of, answers, come, raw_mail, reply, why
from tests.play.test_take_turn import everything

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.sqlite]


def test_another_address_is_told_to_the_seats_person_once(
    game: Game, seat: int, person: User
) -> None:
    before = everything(game)
    for number in range(3):
        raw = reply(game, seat, "draw\n", sender=f"other{number}@example.com")
        assert come(raw) == ("stranger: answered" if not number else "stranger: not answered")
    (notice,) = answers()
    assert (notice.user_id, why()) == (person.pk, "stranger")
    row = ReceivedMail.objects.get()
    assert row.message_id == row.subject == ""
    assert everything(game) == before


@pytest.mark.parametrize(
    "sender",
    ["", "not an address", "{own}, other@example.com", "Ana {own} <other@example.com>"],
)
def test_no_or_several_or_a_hidden_sender(game: Game, seat: int, person: User, sender: str) -> None:
    raw = reply(game, seat, "draw\n", sender="placeholder@example.com")
    said = sender.format(own=person.email).encode()
    raw = raw.replace(b"placeholder@example.com", said)
    assert come(raw) == "stranger: answered"
    assert Game.objects.get(pk=game.pk).version == game.version


def test_an_opponents_own_address_plays_nobody_elses_seat(game: Game, seat: int) -> None:
    other = User.objects.get(seats__game=game, seats__number=1 - seat)
    assert come(reply(game, seat, "resign\n", sender=other.email)) == "stranger: answered"
    assert all(notice.user_id != other.pk for notice in answers())


def test_where_checks_are_asked_for_an_unchecked_one_does_nothing(
    game: Game, seat: int, person: User, settings: Any
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.drako.example"
    assert come(reply(game, seat, "draw\n")) == "unchecked: answered"
    assert come(reply(game, seat, "draw\n")) == "unchecked: not answered"
    assert [notice.user_id for notice in answers()] == [person.pk]
    checks = {"Authentication-Results": "mx.drako.example; dkim=pass header.d=example.org"}
    assert come(reply(game, seat, "draw\n", headers=checks)) == "played"


def test_an_address_that_mails_did_not_reach_may_still_order(
    game: Game, seat: int, person: User
) -> None:
    raw = reply(game, seat, "draw\n")
    User.objects.filter(pk=person.pk).update(refused_address=person.email)
    assert come(raw) == "played"


@pytest.mark.parametrize(
    "fields",
    [
        {"email": "moved@example.org"},
        {"plays_by_mail_since": None},
        {"plays_by_mail_since": NOW + timedelta(days=1)},
        {"email_proven_at": None},
    ],
    ids=lambda fields: f"{fields}",
)
def test_a_void_token_meets_silence(
    game: Game, seat: int, person: User, fields: dict[str, Any]
) -> None:
    raw = reply(game, seat, "draw\n")
    User.objects.filter(pk=person.pk).update(**fields)
    before = everything(game)
    assert come(raw) == "ignored: not ours"
    assert everything(game) == before
    assert not answers() and not ReceivedMail.objects.exists()


def test_so_does_a_forged_one(game: Game, seat: int, person: User) -> None:
    ours = address_of(game, seat)
    other = address_of(game, 1 - seat)
    for forged in (
        ours.replace("@", "a@"),
        ours[:-20] + "@drako.example",
        other.replace(other.split("-")[1], ours.split("-")[1], 1),
        "play+r-1-0-@drako.example",
        "play+@drako.example",
        ours.replace("drako.example", "example.com"),
    ):
        raw = raw_mail(sender=person.email, to=forged, text="draw\n")
        assert come(raw) == "ignored: not ours", forged
    assert not answers()


def test_few_of_many_addresses_are_looked_up(
    game: Game, seat: int, person: User, django_assert_max_num_queries: Any
) -> None:
    ours = address_of(game, seat)
    forged = [ours.replace("@", f"{number}@") for number in range(1000)]
    raw = raw_mail(sender=person.email, to=forged, text="draw\n")
    with django_assert_max_num_queries(3):
        assert come(raw, recipients=forged) == "ignored: not ours"


def test_it_is_told_once(game: Game, seat: int, person: User) -> None:
    raw = reply(game, seat, "draw\n", attachment=b"x" * (MOST_BYTES + 1))
    assert come(raw) == "too-large: answered"
    assert come(reply(game, seat, "draw\n"), cut=True) == "too-large: not answered"
    assert [notice.user_id for notice in answers()] == [person.pk]
    assert (why(), ReceivedMail.objects.get().subject) == ("too-large", "Re: Your turn")
    assert Game.objects.get(pk=game.pk).version == game.version


def test_by_a_stranger_too(game: Game, seat: int) -> None:
    raw = reply(game, seat, "draw\n", sender="other@example.com")
    assert come(raw, cut=True) == "stranger: answered"

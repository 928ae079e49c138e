"""Links and reply addresses: made by this site alone, for one seat, turn, person and purpose."""

from __future__ import annotations

import string
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from accounts.models import User
from games.mail.by_mail import (
    Held,
    Ways,
    bounce_address,
    bounced_by,
    held_by_link,
    held_by_reply,
    own_part,
    reply_address,
    ways_for,
)
from games.models import Game, Seat
from tests.builders import NOW, make_game, make_user

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("site"), pytest.mark.sqlite]
SIGNS = string.ascii_lowercase + string.digits + "-"


@pytest.fixture
def seat(ana: User) -> Seat:
    """Ana's in a game at its first turn."""
    return seat_of(make_game(ana, make_user("Bo")), ana)


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, user=user)


def ways(seat: Seat) -> Ways:
    fresh = Seat.objects.select_related("game", "user").get(pk=seat.pk)
    found = ways_for(fresh.game, fresh)
    assert found is not None
    return found


def person_of(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def bounce(seat: Seat) -> str:
    """Where mails to their person come back to."""
    return bounce_address(person_of(seat))


def token(seat: Seat) -> str:
    """That of the link to their running turn."""
    return ways(seat).link.removeprefix("https://drako.example/mail/turn/").removesuffix("/")


def code_of(address: str) -> str:
    """What follows the letter of an address of ours."""
    return own_part(address)[2:]


def test_a_link_and_an_address_are_for_their_seat_person_and_turn(seat: Seat, ana: User) -> None:
    for held in (held_by_link(token(seat)), held_by_reply(ways(seat).reply_to)):
        assert held == Held(seat, ana, "0")
    seat.game.turn_number = 17
    seat.game.save()
    for held in (held_by_link(token(seat)), held_by_reply(ways(seat).reply_to)):
        assert held == Held(seat, ana, "17")


def test_so_are_those_of_arranging(ana: User) -> None:
    seat = seat_of(make_game(ana, make_user("Bo"), arranged=False), ana)
    for held in (held_by_link(token(seat)), held_by_reply(ways(seat).reply_to)):
        assert held == Held(seat, ana, "arranging")


def test_they_are_the_same_whenever_they_are_made(seat: Seat) -> None:
    assert ways(seat) == ways(seat)


def test_one_query_finds_out_and_none_what_cannot_be_ours(seat: Seat) -> None:
    one, other = token(seat), ways(seat).reply_to
    for ask, queries in (
        (lambda: held_by_link(one), 1),
        (lambda: held_by_reply(other), 1),
        (lambda: bounced_by(bounce(seat)), 1),
        (lambda: held_by_link(""), 0),
        (lambda: held_by_link("x" * 10_000), 0),
        (lambda: held_by_link("é" + one), 0),
        (lambda: held_by_reply("drako@drako.example"), 0),
        (lambda: held_by_reply(bounce(seat)), 0),
        (lambda: bounced_by(other), 0),
    ):
        with CaptureQueriesContext(connection) as caught:
            ask()
        assert len(caught) == queries


def test_every_sign_counts(seat: Seat) -> None:
    link, reply, back = token(seat), ways(seat).reply_to, bounce(seat)
    for at, sign in enumerate(link):
        for another in ("a" if sign != "a" else "b", "-", ""):
            if another != sign:
                assert held_by_link(link[:at] + another + link[at + 1 :]) is None, at
    for ask, address in ((held_by_reply, reply), (bounced_by, back)):
        for at, sign in enumerate(address):
            another = "a" if sign != "a" else "b"
            assert ask(address[:at] + another + address[at + 1 :]) is None, at
    for more in ("0" + link, link + "0", link + "-", f"-{link}", link[:-1]):
        assert held_by_link(more) is None


def test_a_code_is_of_one_seat_turn_and_purpose_alone(seat: Seat, ana: User) -> None:
    other = seat_of(make_game(ana, make_user("Cy")), ana)
    number, turn, code = token(seat).split("-")
    other_number, _turn, other_code = token(other).split("-")
    assert code != other_code
    for made in (
        f"{other_number}-{turn}-{code}",
        f"{number}-{turn}-{other_code}",
        f"{number}-1-{code}",
        f"{number}-a-{code}",
        f"{number}-00-{code}",
        f"0{number}-{turn}-{code}",
    ):
        assert held_by_link(made) is None


def test_neither_serves_as_the_other(seat: Seat) -> None:
    link, reply, back = token(seat), ways(seat).reply_to, bounce(seat)
    assert held_by_reply(f"play+r-{link}@drako.example") is None
    assert held_by_link(code_of(reply)) is None
    assert held_by_link(own_part(reply)) is None
    assert held_by_link(code_of(back)) is None
    assert bounced_by(reply) is None and held_by_reply(back) is None
    assert bounced_by(f"play+b-{code_of(reply)}@drako.example") is None
    assert held_by_reply(f"play+r-{code_of(back)}@drako.example") is None


@pytest.mark.parametrize(
    "change",
    [
        {"email": "another@example.org"},
        {"email": ""},
        {"plays_by_mail_since": None},
        {"plays_by_mail_since": NOW + timedelta(microseconds=1)},
    ],
    ids=["another address", "no address", "switched off", "switched on anew"],
)
def test_they_are_void_once_the_person_changed_what_they_go_by(
    seat: Seat, ana: User, change: dict[str, object]
) -> None:
    link, reply = token(seat), ways(seat).reply_to
    User.objects.filter(pk=ana.pk).update(**change)
    assert held_by_link(link) is None and held_by_reply(reply) is None


def test_they_are_void_for_who_sits_there_next(seat: Seat) -> None:
    link, reply = token(seat), ways(seat).reply_to
    email = str(seat.user and seat.user.email)
    User.objects.filter(email=email).update(email="")
    heir = make_user("Heir", email=email, email_proven_at=NOW, plays_by_mail_since=NOW)
    Seat.objects.filter(pk=seat.pk).update(user=heir)
    assert held_by_link(link) is None and held_by_reply(reply) is None
    Seat.objects.filter(pk=seat.pk).update(user=None)
    assert held_by_link(link) is None and held_by_reply(reply) is None


def test_they_are_void_with_another_secret(seat: Seat, settings: Settings) -> None:
    link, reply, back = token(seat), ways(seat).reply_to, bounce(seat)
    settings.SECRET_KEY = str(uuid4())
    assert held_by_link(link) is None
    assert held_by_reply(reply) is None
    assert bounced_by(back) is None


def test_the_case_of_an_address_does_not_matter(seat: Seat, ana: User, settings: Settings) -> None:
    """Some mail servers change it, and people write theirs as they like."""
    link, reply, back = token(seat), ways(seat).reply_to, bounce_address(ana)
    User.objects.filter(pk=ana.pk).update(email="ANA@example.org")
    settings.REPLY_ADDRESS = "Play+*@Drako.Example"
    assert held_by_link(link.upper()) is not None
    for address in (reply.upper(), f"Drako <{reply}>", f"<{reply.title()}>", f" {reply} "):
        assert held_by_reply(address) is not None, address
    assert bounced_by(back.upper()) == ana


def test_the_largest_numbers_fit_into_a_local_part() -> None:
    """RFC 5321, 4.5.3.1.1: 64 octets."""
    person = make_user("Ana", pk=10**12, email_proven_at=NOW, plays_by_mail_since=NOW)
    game = Game.objects.create(
        status="playing", turn_seconds=86_400, created_at=NOW, turn_number=99_999
    )
    seat = Seat.objects.create(
        pk=10**12, game=game, user=person, number=0, players=2, name="Ana", joined_at=NOW
    )
    address = ways(seat).reply_to
    for each in (address, bounce_address(person)):
        local = each.partition("@")[0]
        assert len(local) <= 64
        assert set(local) <= set(SIGNS + "+")
    held = held_by_reply(address)
    assert held is not None and (held.seat, held.turn) == (seat, "99999")
    assert bounced_by(bounce_address(person)) == person
    assert held_by_link(token(seat)) == held
    assert len(ways(seat).link) <= 78


@pytest.mark.parametrize(
    "change",
    [
        {"plays_by_mail_since": None},
        {"email_proven_at": None},
        {"email": ""},
        {"refused_address": "ana@example.org"},
        {"is_active": False},
    ],
    ids=["switched off", "not proven", "no address", "refused", "closed"],
)
def test_who_gets_no_mails_or_switched_it_off_has_no_ways(
    seat: Seat, ana: User, change: dict[str, object]
) -> None:
    User.objects.filter(pk=ana.pk).update(**change)
    fresh = Seat.objects.select_related("user").get(pk=seat.pk)
    assert ways_for(seat.game, fresh) is None


def test_nor_has_a_bot(ana: User) -> None:
    game = make_game(ana, players=2)
    assert ways_for(game, Seat.objects.get(game=game, user=None)) is None


def test_where_no_mail_comes_in_there_is_the_link_alone(seat: Seat, settings: Settings) -> None:
    reply = ways(seat).reply_to
    settings.REPLY_ADDRESS = ""
    assert ways(seat).reply_to == "" and held_by_link(token(seat)) is not None
    assert bounce(seat) == reply_address(seat, person_of(seat), "0") == ""
    assert held_by_reply(reply) is None and own_part(reply) == "" and own_part("") == ""


def test_a_bounce_address_is_void_with_another_address(ana: User) -> None:
    back = bounce_address(ana)
    assert bounced_by(back) == ana
    User.objects.filter(pk=ana.pk).update(email="another@example.org")
    assert bounced_by(back) is None
    ana.delete()
    assert bounced_by(back) is None


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("play+r-x@drako.example", "r-x"),
        ("PLAY+R-X@DRAKO.EXAMPLE", "r-x"),
        ('"Drako, the site" <play+r-x@drako.example>', "r-x"),
        ("play+@drako.example", ""),
        ("play@drako.example", ""),
        ("play+r-x@drako.example.org", ""),
        ("xplay+r-x@drako.example", ""),
        ("play+r-x@evil.example, play+r-y@drako.example", ""),
        ("play+" + "x" * 61 + "@drako.example", ""),
        ("play+" + "x" * 1_000_000 + "@drako.example", ""),
        ("<<<>>>", ""),
        ("\0", ""),
        ("", ""),
    ],
)
def test_what_stands_for_the_star(address: str, own: str) -> None:
    assert own_part(address) == own


@given(st.text(max_size=200) | st.text(SIGNS + '+@. <>"(),;:\\', max_size=200))
def test_no_text_makes_it_stumble(text: str) -> None:
    for address in (text, f"play+r-{text}@drako.example", f"play+b-1-{text}@drako.example"):
        own_part(address)
        assert held_by_reply(address) is None
        assert bounced_by(address) is None
    assert held_by_link(text) is None
    assert held_by_link(f"1-{text}") is None


@pytest.mark.parametrize("address", ["*@in.drako.example", "orders-*@drako.example"])
def test_any_place_of_the_star_before_the_sign_will_do(
    seat: Seat, settings: Settings, address: str
) -> None:
    settings.REPLY_ADDRESS = address
    assert held_by_reply(ways(seat).reply_to) is not None
    assert bounced_by(bounce(seat)) == seat.user

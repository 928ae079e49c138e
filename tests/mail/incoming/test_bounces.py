"""A mail that comes back marks the address of its person, as a refusal while sending does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outgoing
from django.test import Client

from accounts.models import Notice, User
from accounts.services import prove_address
from games.mail.by_mail import bounce_address
from games.mail.incoming.receive import receive
from games.models import Game, ReceivedMail
from tests.builders import NOW, make_game
from tests.fixtures.mail_server import MailServer
from tests.mail.incoming.bounces import MAKES, dsn, of_exim, report
from tests.mail.incoming.letters import address_of, player
from tests.mail.post_office import notice, send, simple_kinds, state, waits_until

__all__ = ["simple_kinds"]
pytestmark = pytest.mark.django_db
Make = Callable[[str, str], bytes]


@pytest.fixture(autouse=True)
def mail_comes_in(settings: Any) -> None:
    settings.REPLY_ADDRESS = "play+*@drako.example"
    settings.BOUNCES_BY_ENVELOPE = True
    settings.MAIL_AUTHSERV_ID = "mx.drako.example"


@pytest.fixture
def ana() -> User:
    return player("Ana", email="ana@example.org")


def come(raw: bytes, **more: Any) -> str:
    """Let it come in; nobody may be told anything, nor anything be remembered."""
    notices = Notice.objects.count()
    said = receive(raw, now=NOW, **more)
    assert Notice.objects.count() == notices
    assert not ReceivedMail.objects.exists()
    return said


def mark_of(user: User) -> tuple[str, str]:
    user.refresh_from_db()
    return user.refused_address, user.refused_why


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
def test_a_report_marks_the_address_and_says_why(ana: User, make: Make) -> None:
    bo = player("Bo")
    assert come(make(bounce_address(ana), "ana@example.org")) == "bounced"
    address, why = mark_of(ana)
    assert address == ana.email
    assert why.startswith("550 ")
    assert "5.1.1" in why
    assert mark_of(bo) == ("", "")


def test_the_way_from_a_mail_that_is_taken_to_the_mark(
    ana: User, mail_server: MailServer, simple_kinds: None, client: Client
) -> None:
    notice(ana)
    assert send().mails == 1
    [taken] = mail_server.mails
    assert come(dsn(taken.sender, ana.email), recipients=[taken.sender]) == "bounced"
    waiting = notice(ana)
    assert send().mails == 0
    assert state(waiting) == "waiting"
    assert waits_until(waiting) == NOW + timedelta(days=1)
    client.force_login(ana)
    page = client.get("/settings/mail/").content.decode()
    assert "User unknown in virtual mailbox table" in page
    prove_address(ana.pk, NOW)
    send()
    assert state(waiting) == "sent"


def test_the_same_report_twice_marks_once(ana: User) -> None:
    raw = dsn(bounce_address(ana), ana.email)
    assert come(raw) == "bounced"
    first = mark_of(ana)
    assert come(raw) == "bounced"
    assert come(dsn(bounce_address(ana), ana.email, "550 5.1.1 Still nobody")) == "bounced"
    assert mark_of(ana) == first


def test_an_address_that_was_proven_anew_is_marked_anew(ana: User) -> None:
    raw = dsn(bounce_address(ana), ana.email)
    come(raw)
    User.objects.update(refused_address="", refused_why="")
    come(raw)
    assert mark_of(ana)[0] == ana.email


@pytest.mark.parametrize("how", ["envelope", "head", "both"])
def test_the_address_it_came_to_may_stand_on_the_envelope_alone(ana: User, how: str) -> None:
    address = bounce_address(ana)
    raw = dsn("drako@drako.example" if how == "envelope" else address, ana.email)
    recipients = [] if how == "head" else [address]
    assert come(raw, recipients=recipients) == "bounced"


def test_a_report_that_names_nobody_is_about_whom_its_address_names(ana: User) -> None:
    fields = "Reporting-MTA: dns; x\n\nAction: failed\nStatus: 5.1.1\n"
    assert come(report(bounce_address(ana), fields)) == "bounced"
    assert mark_of(ana)[0] == ana.email


def test_a_mail_that_was_forwarded_to_nobody_marks_the_first_address(ana: User) -> None:
    raw = dsn(bounce_address(ana), "ana@gone.example", original=ana.email)
    assert come(raw) == "bounced"
    assert mark_of(ana)[0] == ana.email


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("450 4.1.1 No such user for now", "4.1.1"),
        ("451 4.3.0 Later", "4.3.0"),
        ("connect to mx.example.org: Connection timed out", "4.4.1"),
        ("552 5.2.2 Mailbox full", "5.2.2"),
        ("550 Mailbox full", "5.2.2"),
        ("554 5.7.1 Message rejected by policy", "5.7.1"),
        ("550 5.7.26 Unauthenticated mail is not accepted", "5.7.26"),
        ("550 5.1.1 Sender address rejected", "5.1.1"),
        ("550 5.1.8 Sender unknown", "5.1.8"),
        ("550 spam", "5.0.0"),
        ("550 5.7.1 User unknown", "5.1.1"),
        ("550 5.1.1 User unknown", "4.1.1"),
        ("Host or domain name not found", "5.4.4"),
        ("", ""),
    ],
)
def test_what_does_not_say_that_nobody_is_there_marks_nobody(
    ana: User, answer: str, status: str
) -> None:
    said = come(dsn(bounce_address(ana), ana.email, answer, status=status))
    assert said == "ignored: report of another failure"
    assert mark_of(ana) == ("", "")


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", "expanded", ""])
def test_what_is_no_failure_marks_nobody(ana: User, action: str) -> None:
    assert come(dsn(bounce_address(ana), ana.email, action=action)).startswith("ignored")
    assert mark_of(ana) == ("", "")


def wrong_code(ana: User) -> bytes:
    address = bounce_address(ana)
    other = "a" if address[-15] != "a" else "b"
    return dsn(f"{address[:-15]}{other}{address[-14:]}", ana.email)


def of_somebody_else(ana: User) -> bytes:
    return dsn(bounce_address(player("Bo")), ana.email)


def about_another(ana: User) -> bytes:
    return dsn(bounce_address(ana), "bo@example.org")


def about_another_in_words(ana: User) -> bytes:
    return of_exim(bounce_address(ana), "bo@example.org")


def to_the_site(ana: User) -> bytes:
    return dsn("drako@drako.example", ana.email)


def to_nobody(ana: User) -> bytes:
    return dsn("play+b-zzzz-aaaaaaaaaaaaaaaaaaaaaaaa@drako.example", ana.email)


def by_a_person(ana: User) -> bytes:
    raw = of_exim(bounce_address(ana), ana.email).replace(b"Return-path: <>\n", b"")
    return raw.replace(b"Mailer-Daemon@", b"somebody@")


FORGED = [wrong_code, of_somebody_else, about_another, about_another_in_words, to_the_site]
FORGED += [to_nobody, by_a_person]


@pytest.mark.parametrize("make", FORGED)
def test_what_is_forged_marks_nobody(ana: User, make: Callable[[User], bytes]) -> None:
    assert come(make(ana)).startswith("ignored")
    assert not User.objects.exclude(refused_address="").exists()


def test_a_report_about_an_earlier_address_marks_nobody(ana: User) -> None:
    raw = dsn(bounce_address(ana), ana.email)
    User.objects.update(email="ana@elsewhere.example")
    assert come(raw).startswith("ignored")
    assert mark_of(ana) == ("", "")


def test_a_report_about_an_account_that_is_gone_marks_nobody(ana: User) -> None:
    raw = dsn(bounce_address(ana), ana.email)
    ana.delete()
    assert come(raw).startswith("ignored")


class TestToATurn:
    """Some mail servers report to where answers go, and not to the envelope's sender."""

    @pytest.fixture
    def game(self, ana: User) -> Game:
        return make_game(ana, player("Bo"))

    def test_it_marks_the_address_of_the_seat(self, ana: User, game: Game) -> None:
        seat = game.seats.get(user=ana)
        assert come(dsn(address_of(game, seat), ana.email)) == "bounced"
        assert mark_of(ana)[0] == ana.email

    def test_of_another_address_it_says_nothing_of_ours(self, ana: User, game: Game) -> None:
        seat = game.seats.get(user=ana)
        assert come(dsn(address_of(game, seat), "bo@example.org")).startswith("ignored")
        assert not User.objects.exclude(refused_address="").exists()

    def test_it_has_to_name_the_address(self, ana: User, game: Game) -> None:
        seat = game.seats.get(user=ana)
        fields = "Reporting-MTA: dns; x\n\nAction: failed\nStatus: 5.1.1\n"
        assert come(report(address_of(game, seat), fields)).startswith("ignored")
        assert mark_of(ana) == ("", "")

    def test_orders_in_the_mail_that_it_returns_are_not_carried_out(
        self, ana: User, game: Game
    ) -> None:
        seat = game.seats.get(user=ana)
        version = game.version
        for action in ("failed", "delayed"):
            come(dsn(address_of(game, seat), ana.email, action=action))
        game.refresh_from_db()
        assert game.version == version


def test_it_is_never_answered_and_nobody_is_named_in_the_log(
    ana: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for raw in (dsn(bounce_address(ana), ana.email), about_another(ana)):
        come(raw)
    send()
    assert outgoing.outbox == []
    assert "@" not in caplog.text


def test_at_most_three_of_our_addresses_are_looked_up(
    ana: User, django_assert_max_num_queries: Any
) -> None:
    many = ", ".join(f"play+b-{number}-{'a' * 24}@drako.example" for number in range(50))
    with django_assert_max_num_queries(6):
        assert receive(dsn(many, ana.email), now=NOW).startswith("ignored")

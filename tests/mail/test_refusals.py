"""Addresses that are refused: which are marked, and when it is the sender that is not wanted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from tests.builders import NOW
from tests.fixtures.mail_server import MailServer
from tests.mail.post_office import HOUR, notice, person, send, state, waits_until

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple_kinds"), pytest.mark.sqlite]
NOBODY = "550 5.1.1 No such user"


def marked() -> set[str]:
    return set(User.objects.exclude(refused_address="").values_list("refused_address", flat=True))


def test_a_refused_candidate_leaves_the_mark_on_the_address_in_use(
    mail_server: MailServer,
) -> None:
    user = person()
    User.objects.filter(pk=user.pk).update(refused_address=user.email, refused_why="550 first")
    paused = notice(user)
    notice(user, "always", payload={"to": "new@example.org"})
    mail_server.fail("RCPT", NOBODY)
    send()
    user.refresh_from_db()
    assert (user.refused_address, user.refused_why) == (user.email, "550 first")
    mail_server.heal()
    send(NOW + timedelta(days=1))
    assert [mail.to for mail in mail_server.mails] == [["new@example.org"]]
    assert state(paused) == "waiting"


@pytest.mark.parametrize("before", ["", "older@example.org"])
def test_a_refused_candidate_is_marked_while_the_address_in_use_is_good(
    mail_server: MailServer, before: str
) -> None:
    user = person(refused_address=before)
    notice(user, "always", payload={"to": "new@example.org"})
    mail_server.fail("RCPT", NOBODY)
    send()
    assert marked() == {"new@example.org"}


def test_the_address_in_use_takes_the_mark_of_a_candidate(mail_server: MailServer) -> None:
    user = person(refused_address="new@example.org")
    notice(user)
    mail_server.fail("RCPT", NOBODY)
    send()
    assert marked() == {user.email}


def test_a_candidate_of_somebody_without_an_address_is_marked(mail_server: MailServer) -> None:
    user = person()
    User.objects.update(email="")
    notice(user, "always", payload={"to": "new@example.org"})
    mail_server.fail("RCPT", NOBODY)
    send()
    assert marked() == {"new@example.org"}


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("RCPT", "550 relay not permitted"),
        ("RCPT", "554 5.7.1 Client host blocked"),
        ("RCPT", "550 5.1.1 Sender address rejected: not owned by user"),
        ("DOT", "554 5.7.1 Your IP is listed"),
        ("DOT", "550 Message rejected by our spam policy"),
    ],
)
@pytest.mark.parametrize("people", [1, 4])
def test_a_sender_that_is_not_wanted_marks_nobody_and_loses_no_mail(
    mail_server: MailServer, step: str, answer: str, people: int
) -> None:
    notices = [notice(person()) for _ in range(people)]
    mail_server.fail(step, answer)
    moment = NOW
    for _hour in range(12):
        assert send(moment).stopped == ""
        moment += HOUR
    assert marked() == set()
    assert {state(each) for each in notices} == {"waiting"}
    mail_server.heal()
    assert send(moment).mails == people


def test_dead_addresses_are_marked_each_and_keep_nobody_waiting(mail_server: MailServer) -> None:
    dead = [person() for _ in range(10)]
    for user in dead:
        notice(user)
        mail_server.fail("RCPT", NOBODY, to=user.email)
    found = notice(person())
    run = send()
    assert (run.mails, run.refused, run.stopped) == (1, 10, "")
    assert state(found) == "sent"
    assert marked() == {user.email for user in dead}


def test_an_address_that_is_to_be_proven_is_tried_once_an_hour(mail_server: MailServer) -> None:
    user = person()
    waiting = notice(user, "always", payload={"to": "new@example.org"})
    mail_server.fail("RCPT", NOBODY)
    send()
    assert waits_until(waiting) == NOW + HOUR
    mail_server.heal()
    assert send(NOW + HOUR).mails == 1

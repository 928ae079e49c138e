"""Addresses that are refused: which are marked, and when it is the sender that is not wanted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Notice, User
from tests.builders import NOW
from tests.fixtures.mail_server import MailServer
from tests.mail.post_office import MINUTE, notice, person, send, state, waits_until

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple_kinds")]
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
    assert send(NOW + timedelta(days=1)).mails == 0
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


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("RCPT", NOBODY),
        ("RCPT", "554 5.7.1 Client host blocked"),
        ("RCPT", "550 SPF check failed"),
        ("RCPT", "450 4.7.1 Not from you"),
        ("DOT", "554 5.7.1 You are listed"),
        ("DOT", NOBODY),
    ],
)
def test_a_sender_that_is_refused_for_everybody_marks_nobody_and_loses_no_mail(
    mail_server: MailServer, step: str, answer: str, at_once: bool
) -> None:
    people = [person() for _ in range(8)]
    waiting = [] if not at_once else [notice(user) for user in people]
    mail_server.fail(step, answer)
    moment, stopped = NOW, []
    for number in range(25):
        if not at_once and number < len(people):
            waiting.append(notice(people[number], not_before=moment, created_at=moment))
        stopped.append(bool(send(moment).stopped))
        moment += MINUTE
    assert any(stopped[-11:])
    assert marked() == set()
    assert {state(each) for each in waiting} == {"waiting"}
    mail_server.heal()
    for minutes in range(11):
        send(moment + minutes * MINUTE)
    assert {state(each) for each in waiting} == {"sent"}


def test_the_third_refusal_in_a_row_ends_the_run(mail_server: MailServer) -> None:
    for _ in range(5):
        notice(person())
    mail_server.fail("RCPT", NOBODY)
    run = send()
    assert mail_server.steps.count("RCPT") == 3
    assert run.stopped == f"one address after the other is refused: {NOBODY}"
    assert marked() == set()
    send(NOW + MINUTE)
    assert mail_server.steps.count("RCPT") == 4


def test_addresses_between_which_mail_is_taken_are_marked_each(mail_server: MailServer) -> None:
    people = [person() for _ in range(8)]
    for number, user in enumerate(people):
        notice(user, not_before=NOW + timedelta(seconds=number))
        if number % 3 != 2:
            mail_server.fail("RCPT", NOBODY, to=user.email)
    run = send(NOW + MINUTE)
    assert (run.mails, run.refused, run.stopped) == (2, 6, "")
    assert len(marked()) == 6


def test_one_address_that_is_refused_again_and_again_is_one(mail_server: MailServer) -> None:
    user = person()
    for _ in range(5):
        notice(user, "always", payload={"to": user.email})
    mail_server.fail("RCPT", "450 4.2.0 Not now")
    assert send().stopped == ""


def test_the_row_ends_with_the_next_mail_that_is_taken(mail_server: MailServer) -> None:
    people = [person() for _ in range(3)]
    mail_server.fail("RCPT", NOBODY)
    for user in people:
        notice(user)
    assert send().stopped
    mail_server.heal()
    mail_server.fail("RCPT", NOBODY, to=people[0].email)
    notice(person(), not_before=NOW - MINUTE)
    send(NOW)
    for minutes in range(1, 5):
        send(NOW + minutes * MINUTE)
    assert marked() == {people[0].email}
    assert Notice.objects.filter(state="sent").count() == 3


def test_without_a_cache_refusals_are_counted_within_a_run(
    mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*given: object) -> None:
        raise ConnectionError("no cache")

    monkeypatch.setattr("games.mail.refusals.cache.get", away)
    monkeypatch.setattr("games.mail.refusals.cache.set", away)
    monkeypatch.setattr("games.mail.sender.let_server_rest", lambda: None)
    for _ in range(3):
        notice(person())
    mail_server.fail("RCPT", NOBODY)
    assert send().stopped
    assert marked() == set()


def test_a_fault_of_ours_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def bug(*given: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", bug)
    for _ in range(5):
        notice(person())
    assert send().stopped == ""
    assert waits_until(Notice.objects.latest("pk")) == NOW + MINUTE

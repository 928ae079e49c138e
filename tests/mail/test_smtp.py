"""Each point of the dialogue with a real mail server at which something can go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPDataError
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.smtp import EmailBackend

from accounts import claims, fates
from accounts.models import Notice, User
from accounts.services import prove_address
from games.mail.message_ids import message_id
from tests.builders import NOW
from tests.fixtures.mail_server import BREAK, STALL, MailServer
from tests.mail.post_office import HOUR, MINUTE, notice, person, send, state, waits_until

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple_kinds"), pytest.mark.sqlite]

LATER = NOW + MINUTE
BEFORE = ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "BODY", "DOT"]


def names(server: MailServer) -> list[str]:
    return [mail.name for mail in server.mails]


def test_all_that_waits_goes_over_one_connection(mail_server: MailServer) -> None:
    people = [person() for _ in range(3)]
    for user in people:
        notice(user)
    assert send().mails == 3
    assert sorted(mail.to[0] for mail in mail_server.mails) == sorted(u.email for u in people)
    assert mail_server.steps.count("CONNECT") == 1
    assert mail_server.steps[-1] == "QUIT"


def test_nothing_due_opens_no_connection(mail_server: MailServer) -> None:
    notice(person(), not_before=LATER)
    assert send().mails == 0
    assert mail_server.steps == []


@pytest.mark.parametrize("step", BEFORE)
def test_broken_off_before_it_took_the_mail_it_comes_later_and_once(
    mail_server: MailServer, step: str
) -> None:
    first = notice(person())
    mail_server.fail(step, BREAK)
    assert send().stopped
    assert mail_server.mails == []
    assert waits_until(first) == LATER
    mail_server.heal()
    assert send(LATER).mails == 1
    assert names(mail_server) == [message_id(first)]
    assert state(first) == "sent"


@pytest.mark.parametrize("step", ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "BODY", "DOT"])
def test_a_server_that_stalls_keeps_nothing_but_its_time(
    mail_server: MailServer, step: str, settings: Any
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    first = notice(person())
    mail_server.fail(step, STALL)
    assert send().stopped
    assert waits_until(first) == LATER
    mail_server.heal()
    assert send(LATER).mails == 1


@pytest.mark.parametrize("how", [BREAK, STALL])
def test_a_mail_it_took_without_saying_so_comes_twice_with_one_name(
    mail_server: MailServer, how: str, settings: Any
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    first = notice(person())
    mail_server.fail("TAKEN", how)
    assert send().stopped
    assert waits_until(first) == LATER
    mail_server.heal()
    send(LATER)
    assert names(mail_server) == [message_id(first)] * 2
    assert state(first) == "sent"


def test_a_mail_that_may_have_come_is_sent_as_it_was_and_other_news_in_another(
    mail_server: MailServer,
) -> None:
    user = person()
    first, second = notice(user), notice(user)
    mail_server.fail("TAKEN", BREAK)
    send()
    third = notice(user, not_before=LATER, created_at=LATER)
    mail_server.heal()
    send(LATER)
    assert sorted(names(mail_server)) == sorted([message_id(first)] * 2 + [message_id(third)])
    again = [mail for mail in mail_server.mails if mail.name == message_id(first)]
    assert [second.key in str(mail.message.get_content()) for mail in again] == [True, True]


def test_what_may_have_arrived_is_only_ever_sent_again_as_the_same_mail(
    mail_server: MailServer,
) -> None:
    user = person()
    first, second = notice(user), notice(user)
    mail_server.fail("TAKEN", BREAK, times=1)
    send()
    mail_server.stop()
    assert send(LATER).stopped
    mail_server.start()
    mail_server.fail("RCPT", "451 4.7.1 Later", times=1)
    send(LATER + HOUR)
    Notice.objects.filter(pk=first.pk).update(payload={"untrue": "by now"})
    third = notice(user)
    send(LATER + 3 * HOUR)
    assert (state(first), state(second), state(third)) == ("dropped", "sent", "sent")
    assert names(mail_server) == [message_id(first), message_id(first), message_id(third)]


def test_what_a_dead_sender_had_begun_may_have_arrived(mail_server: MailServer) -> None:
    user = person()
    first, second = notice(user), notice(user)
    claim = claims.claim(NOW)
    assert claim is not None and fates.begin(claim.notices, message_id(first), NOW)
    mail_server.stop()
    assert send(NOW + HOUR).stopped
    mail_server.start()
    Notice.objects.filter(pk=first.pk).update(payload={"untrue": "by now"})
    send(NOW + 2 * HOUR)
    assert names(mail_server) == [message_id(first)]
    assert state(second) == "sent"


@pytest.mark.parametrize("how", [BREAK, STALL, "421 4.3.2 Closing", "500 5.5.1 What?"])
def test_what_happens_after_it_said_yes_is_of_no_account(
    mail_server: MailServer, how: str, settings: Any
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    first = notice(person())
    mail_server.fail("QUIT", how)
    run = send()
    assert (run.mails, run.stopped) == (1, "")
    assert state(first) == "sent"


@pytest.mark.parametrize("payload", [{}, {"unwritable": True}])
def test_all_mails_of_a_person_wait_alike_when_the_server_fails(
    mail_server: MailServer, payload: dict[str, bool]
) -> None:
    user = person()
    waiting = [notice(user, "always"), notice(user), notice(user), notice(user, "always")]
    notice(user, payload=payload)
    mail_server.fail("MAIL", BREAK)
    send()
    assert [waits_until(each) for each in waiting] == [LATER] * 4
    mail_server.heal()
    mail_server.fail("MAIL", BREAK, times=1)
    Notice.objects.filter(kind="always").delete()
    send(LATER)
    assert [waits_until(each) for each in waiting[1:3]] == [LATER + MINUTE] * 2


def test_a_server_that_is_down_costs_one_try_and_loses_nothing(mail_server: MailServer) -> None:
    first, second = notice(person()), notice(person())
    mail_server.stop()
    assert "refused" in send().stopped
    assert sorted(filter(None, [waits_until(first), waits_until(second)])) == [NOW, LATER]
    mail_server.start()
    assert send(LATER).mails == 2


def test_after_a_dead_server_one_mail_tells_all_that_is_still_true(
    mail_server: MailServer,
) -> None:
    user = person()
    mail_server.stop()
    waiting = []
    for minutes in range(0, 120, 5):
        now = NOW + minutes * MINUTE
        waiting.append(notice(user, not_before=now, created_at=now))
        send(now)
    waiting[0].payload = {"untrue": "the turn is over"}
    waiting[0].save()
    mail_server.start()
    assert send(NOW + 120 * MINUTE).mails == 1
    assert [state(each) for each in waiting] == ["dropped"] + ["sent"] * 23


def test_a_dead_server_is_asked_less_and_less(
    mail_server: MailServer,
) -> None:
    first = notice(person())
    mail_server.stop()
    moment, waits = NOW, []
    send(moment)
    for _try in range(7):
        then = waits_until(first)
        assert then is not None
        waits.append((then - moment).total_seconds() // 60)
        moment = then
        send(moment)
    assert waits == [1, 1, 2, 4, 8, 10, 10]


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("CONNECT", "554 5.7.1 You are listed"),
        ("CONNECT", "421 4.3.2 Too busy"),
        ("MAIL", "451 4.3.0 Not now"),
        ("MAIL", "530 5.7.0 Sign in first"),
        ("MAIL", "550 5.7.1 We do not know this sender"),
        ("RCPT", "421 4.3.2 Closing"),
        ("DATA", "421 4.3.2 Closing"),
        ("DATA", "451 4.3.0 Not now"),
        ("DOT", "452 4.3.1 The disk is full"),
    ],
)
def test_what_a_server_says_of_itself_and_of_us_ends_the_run(
    mail_server: MailServer, step: str, answer: str
) -> None:
    people = [person(), person()]
    waiting = [notice(user) for user in people]
    mail_server.fail(step, answer)
    assert answer[:3] in send().stopped
    assert sorted(filter(None, map(waits_until, waiting))) == [NOW, LATER]
    assert not User.objects.exclude(refused_address="").exists()
    mail_server.heal()
    assert send(LATER).mails == 2


def test_a_password_that_the_server_does_not_take_ends_the_run(
    mail_server: MailServer, settings: Any
) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "drako", "secret-word"
    first = notice(person())
    mail_server.fail("AUTH", "535 5.7.8 Wrong")
    assert "535" in send().stopped
    assert waits_until(first) == LATER
    mail_server.heal()
    assert send(LATER).mails == 1


@pytest.mark.parametrize("how", [BREAK, STALL])
def test_a_server_that_fails_while_we_sign_in_has_its_time(
    mail_server: MailServer, settings: Any, how: str
) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "drako", "secret-word"
    settings.EMAIL_TIMEOUT = 0.3
    first = notice(person())
    mail_server.fail("AUTH", how)
    assert send().stopped
    assert waits_until(first) == LATER
    mail_server.heal()
    assert send(LATER).mails == 1


def test_a_server_without_the_safe_line_that_is_asked_for_gets_nothing(
    mail_server: MailServer, settings: Any
) -> None:
    settings.EMAIL_USE_TLS = True
    first = notice(person())
    assert "STARTTLS" in send().stopped
    assert waits_until(first) == LATER
    assert mail_server.mails == []


@pytest.mark.parametrize(
    "answer", ["550 5.1.1 No such user", "553 No such mailbox", "550 5.2.1 Disabled"]
)
def test_an_address_that_is_refused_is_marked_and_the_others_get_their_mail(
    mail_server: MailServer, answer: str
) -> None:
    gone, other = person(), person()
    lost, found = notice(gone), notice(other)
    mail_server.fail("RCPT", answer, to=gone.email)
    run = send()
    assert (run.mails, run.refused, run.stopped) == (1, 1, "")
    assert (state(lost), state(found)) == ("waiting", "sent")
    gone.refresh_from_db()
    assert (gone.refused_address, gone.refused_why) == (gone.email, answer)
    other.refresh_from_db()
    assert other.refused_address == ""


def test_who_has_another_address_gets_what_the_refused_one_did_not(
    mail_server: MailServer,
) -> None:
    user = person()
    paused = notice(user)
    mail_server.fail("RCPT", "550 5.1.1 No such user", to=user.email)
    send()
    assert waits_until(paused) == NOW + timedelta(days=1)
    User.objects.filter(pk=user.pk).update(email="elsewhere@example.org")
    prove_address(user.pk, LATER)
    assert send(LATER).mails == 1
    assert mail_server.mails[-1].to == ["elsewhere@example.org"]
    assert state(paused) == "sent"


def test_an_address_that_is_refused_after_the_text_is_marked_as_well(
    mail_server: MailServer,
) -> None:
    gone = person()
    notice(gone)
    mail_server.fail("DOT", "550 5.1.1 No such user")
    send()
    gone.refresh_from_db()
    assert gone.refused_address == gone.email


@pytest.mark.parametrize(
    "answer",
    [
        "451 4.7.1 Greylisted",
        "452 4.2.2 Full today",
        "552 5.2.2 Full",
        "554 5.7.1 Relay access denied",
        "550 5.4.4 No such host",
    ],
)
def test_who_can_have_no_mail_now_has_it_later_and_keeps_no_other_back(
    mail_server: MailServer, answer: str
) -> None:
    grey, other = person(), person()
    waiting, found = notice(grey), notice(other)
    mail_server.fail("RCPT", answer, to=grey.email, times=1)
    assert send().mails == 1
    assert (waits_until(waiting), state(found)) == (LATER, "sent")
    grey.refresh_from_db()
    assert grey.refused_address == ""
    assert send(LATER).mails == 1
    assert names(mail_server)[-1] == message_id(waiting)


def test_a_mailbox_that_is_full_for_days_is_asked_once_an_hour_and_a_dead_server_more_often(
    mail_server: MailServer,
) -> None:
    first = notice(person(), failing_since=NOW - timedelta(days=2))
    mail_server.fail("RCPT", "452 4.2.2 Full")
    send()
    assert waits_until(first) == NOW + timedelta(hours=1)
    mail_server.stop()
    send(NOW + timedelta(hours=1))
    assert waits_until(first) == NOW + timedelta(hours=1) + 10 * MINUTE
    mail_server.start()


def test_of_a_mail_that_is_refused_each_part_goes_alone_and_only_the_one_at_fault_fails(
    mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = person()
    notices = [notice(user), notice(user, payload={"n": 1}), notice(user)]
    bad = notices[1]
    send_messages = EmailBackend.send_messages

    def refuse(server: EmailBackend, messages: Sequence[EmailMultiAlternatives]) -> int:
        if any(bad.key in str(message.body).split() for message in messages):
            raise SMTPDataError(554, b"5.6.0 We do not like the words")
        return send_messages(server, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    moment: datetime | None = NOW
    while moment is not None:
        send(moment)
        moment = waits_until(bad)
    assert [state(each) for each in notices] == ["sent", "failed", "sent"]
    assert bad.tries == 5
    assert sorted(names(mail_server)) == sorted(message_id(notices[place]) for place in (0, 2))


def test_a_mail_whose_text_is_refused_is_tried_five_times_and_the_others_go(
    mail_server: MailServer,
) -> None:
    bad, other = person(), person()
    refused, found = notice(bad), notice(other)
    mail_server.fail("DOT", "554 5.6.0 We do not like the words", to=bad.email)
    assert send().mails == 1
    tries, moment = 1, waits_until(refused)
    while moment is not None:
        send(moment)
        tries, moment = tries + 1, waits_until(refused)
    assert (tries, state(refused), state(found)) == (5, "failed", "sent")
    assert "554" in refused.error
    bad.refresh_from_db()
    assert bad.refused_address == ""

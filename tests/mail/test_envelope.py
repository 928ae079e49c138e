"""The sender on the envelope: what cannot be delivered comes back to each person's own address."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.mail.by_mail import bounced_by
from tests.builders import NOW
from tests.fixtures.mail_server import MailServer, Taken
from tests.mail.post_office import notice, person, send, state
from tests.platform.site_python import read_settings

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple_kinds"), pytest.mark.sqlite]
REFUSED = "553 5.7.1 Sender address rejected: not owned by user"


@pytest.fixture(autouse=True)
def mail_comes_in(settings: Any) -> None:
    settings.REPLY_ADDRESS = "play+*@reply.drako.example"
    settings.BOUNCES_BY_ENVELOPE = True
    settings.DEFAULT_FROM_EMAIL = "Drako <drako@drako.example>"


def only(server: MailServer) -> Taken:
    [mail] = server.mails
    return mail


def test_a_mail_comes_back_to_an_address_of_its_person_and_shows_the_site_as_ever(
    mail_server: MailServer,
) -> None:
    user = person()
    person()
    notice(user)
    send()
    mail = only(mail_server)
    assert mail.sender.startswith("play+b-")
    assert bounced_by(mail.sender) == user
    assert mail.message.get_all("From") == ["Drako <drako@drako.example>"]
    assert mail.sender not in str(mail.message)


def test_each_person_has_an_address_of_their_own(mail_server: MailServer) -> None:
    for user in (person(), person()):
        notice(user)
    send()
    assert len({mail.sender for mail in mail_server.mails}) == 2


def test_a_sender_whose_name_needs_encoding_is_shown_as_it_is(
    mail_server: MailServer, settings: Any
) -> None:
    settings.DEFAULT_FROM_EMAIL = "Drachenkönig <drako@drako.example>"
    notice(person())
    send()
    [address] = only(mail_server).message["From"].addresses
    assert (address.display_name, address.addr_spec) == ("Drachenkönig", "drako@drako.example")


def test_without_a_reply_address_mails_come_back_to_the_site(
    mail_server: MailServer, settings: Any
) -> None:
    settings.REPLY_ADDRESS = ""
    notice(person())
    send()
    assert only(mail_server).sender == "drako@drako.example"


def test_by_a_provider_nothing_is_changed(mail_server: MailServer, settings: Any) -> None:
    settings.BOUNCES_BY_ENVELOPE = False
    notice(person())
    send()
    assert only(mail_server).sender == "drako@drako.example"


@pytest.mark.parametrize("proven", [NOW, None])
def test_a_mail_to_an_address_that_is_to_be_proven_comes_back_to_the_site(
    mail_server: MailServer, proven: object
) -> None:
    user = person(email_proven_at=proven)
    notice(user, "always", payload={"to": "ana@elsewhere.example"})
    send()
    assert only(mail_server).sender == "drako@drako.example"


def test_an_unproven_address_in_use_comes_back_to_the_site(mail_server: MailServer) -> None:
    user = person(email_proven_at=None)
    notice(user, "always", payload={"to": user.email})
    send()
    assert only(mail_server).sender == "drako@drako.example"


def test_a_mail_of_nobody_comes_back_to_the_site(mail_server: MailServer) -> None:
    notice(None, "always", payload={"to": "ana@elsewhere.example"})
    send()
    assert only(mail_server).sender == "drako@drako.example"


def test_a_mail_server_that_takes_one_sender_alone_gets_all_mails_under_that(
    mail_server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    told = [notice(person()) for _ in range(3)]
    mail_server.fail("MAIL", REFUSED, times=1)
    run = send()
    assert (run.mails, run.stopped, run.refused) == (3, "", 0)
    assert {mail.sender for mail in mail_server.mails} == {"drako@drako.example"}
    assert {state(each) for each in told} == {"sent"}
    assert mail_server.steps.count("MAIL") == 4
    assert mail_server.steps.count("CONNECT") == 1
    assert [each.message for each in caplog.records if "REPLY_ADDRESS" in each.message] == [
        "No bounces come in: the mail server takes no sender of REPLY_ADDRESS"
    ]
    assert not User.objects.exclude(refused_address="").exists()


def test_a_mail_server_that_takes_no_sender_at_all_stops_the_run(mail_server: MailServer) -> None:
    told = notice(person())
    mail_server.fail("MAIL", REFUSED)
    assert send().stopped.startswith("553")
    assert mail_server.steps.count("MAIL") == 2
    assert state(told) == "waiting"


def test_a_mail_server_that_asks_to_come_later_is_not_asked_again_at_once(
    mail_server: MailServer,
) -> None:
    notice(person())
    mail_server.fail("MAIL", "451 4.3.0 Later", times=1)
    assert send().stopped.startswith("451")
    assert mail_server.steps.count("MAIL") == 1
    assert mail_server.mails == []


def test_the_test_mail_has_such_a_sender_which_is_nobody(mail_server: MailServer) -> None:
    person(email="ana@example.org")
    said = StringIO()
    call_command("send_test_mail", "ana@example.org", stdout=said)
    mail = only(mail_server)
    assert mail.sender.startswith("play+b-0-")
    assert bounced_by(mail.sender) is None
    assert mail.message["From"] == "Drako <drako@drako.example>"
    assert f"Returns to: {mail.sender}\n" in said.getvalue()


def test_the_test_mail_says_that_the_server_takes_no_such_sender(mail_server: MailServer) -> None:
    mail_server.fail("MAIL", REFUSED)
    with pytest.raises(Exception, match="REPLY_ADDRESS"):
        call_command("send_test_mail", "ana@example.org", stdout=StringIO())
    assert mail_server.mails == []


@pytest.mark.parametrize(
    ("url", "reply_address", "by_envelope"),
    [
        ("smtp+tls://me:secret@mail.example", "play+*@drako.example", True),
        ("smtp://mail.example", "play+*@drako.example", True),
        ("smtp+tls://me:secret@mail.example", "", False),
        ("postmark://TOKEN", "play+*@drako.example", False),
        ("consolemail://", "play+*@drako.example", False),
        ("", "play+*@drako.example", False),
    ],
)
def test_bounces_come_by_the_envelope_where_a_mail_server_is_spoken_to(
    url: str, reply_address: str, by_envelope: bool, tmp_path: Path
) -> None:
    read = read_settings(
        "BOUNCES_BY_ENVELOPE", folder=tmp_path, EMAIL_URL=url, REPLY_ADDRESS=reply_address
    )
    assert read == {"BOUNCES_BY_ENVELOPE": by_envelope}

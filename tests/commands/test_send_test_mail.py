from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from anymail.exceptions import AnymailRecipientsRefused, AnymailRequestsAPIError
from django.core import mail
from django.core.management import CommandError, call_command
from pytest_django import Settings
from requests import Response

from games.mail.trouble import in_words
from tests.fixtures.mail_server import MailServer
from tests.platform.site_python import site_python

SMTP = "django.core.mail.backends.smtp.EmailBackend"
Say = Callable[[], str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Say:
    return lambda: capsys.readouterr().out


@pytest.fixture
def by_smtp(settings: Settings, mail_server: MailServer) -> MailServer:
    settings.EMAIL_BACKEND = SMTP
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mail_server.port
    settings.EMAIL_TIMEOUT = 2
    settings.MAIL_VIEWER = False
    return mail_server


def test_it_sends_and_says_what_it_did(by_smtp: MailServer, said: Say) -> None:
    call_command("send_test_mail", "ana@example.org")
    text = said()
    (taken,) = by_smtp.mails
    for part in (
        f"Server:     127.0.0.1:{by_smtp.port} by SMTP, no TLS, not signed in",
        "From:       Drako <drako@localhost>",
        "To:         ana@example.org",
        f"Message-ID: {taken.name}",
        "Handed over.",
    ):
        assert part in text
    assert taken.to == ["ana@example.org"]
    assert taken.message["Auto-Submitted"] == "auto-generated"


def test_it_says_where_answers_to_turn_mails_go(by_smtp: MailServer, settings: Settings) -> None:
    settings.REPLY_ADDRESS = "play+*@drako.example"
    said = StringIO()
    call_command("send_test_mail", "ana@example.org", stdout=said)
    assert "play+*@drako.example" in said.getvalue()
    assert by_smtp.mails[0].message["Reply-To"] is None


def test_a_laptop_says_where_to_read_it(said: Say, settings: Settings) -> None:
    call_command("send_test_mail", "ana@example.org")
    assert "Kept: read it at http://localhost:8000/mails/." in said()
    assert len(mail.outbox) == 1


def test_where_mails_are_printed_it_does_not_claim_to_have_sent_it(
    said: Say, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    settings.MAIL_VIEWER = False
    call_command("send_test_mail", "ana@example.org")
    text = said()
    assert "Subject: Test mail of" in text
    assert "Printed here, and sent nowhere" in text
    assert "Handed over" not in text


@pytest.mark.parametrize("address", ["nobody", "a@b@c", "ana@example.org\nBcc: x@example.org"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(CommandError, match="is not a mail address"):
        call_command("send_test_mail", address)
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("step", "how", "words"),
    [
        ("RCPT", "550 5.1.1 no such user", "The mail server refused the recipient. .*no such user"),
        ("MAIL", "553 not your domain", "refused the sender: look at DEFAULT_FROM_EMAIL"),
        ("DOT", "554 looks like spam", "The mail server refused the mail. .*looks like spam"),
        ("EHLO", "break", "The mail server broke off"),
    ],
)
def test_a_refusal_is_told_in_plain_words(
    by_smtp: MailServer, step: str, how: str, words: str
) -> None:
    by_smtp.fail(step, how)
    with pytest.raises(CommandError, match=words):
        call_command("send_test_mail", "ana@example.org")


def test_a_server_that_is_away_is_told_in_plain_words(by_smtp: MailServer) -> None:
    by_smtp.stop()
    with pytest.raises(CommandError, match="no mail server at this port"):
        call_command("send_test_mail", "ana@example.org")


def answered(status: int) -> AnymailRequestsAPIError:
    response = Response()
    response.status_code = status
    return AnymailRequestsAPIError("no\nthe whole mail", response=response)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (socket.gaierror(-2, "Name or service not known"), "No such mail server"),
        (TimeoutError("timed out"), "does not answer"),
        (ssl.SSLError(1, "WRONG_VERSION_NUMBER"), "smtp+tls:// is for port 587"),
        (smtplib.SMTPAuthenticationError(535, b"no"), "refused user and password"),
        (smtplib.SMTPNotSupportedError("no AUTH"), "cannot do what EMAIL_URL asks"),
        (answered(401), "The provider refused the key"),
        (answered(422), "The provider did not take the mail"),
        (AnymailRecipientsRefused(), "The provider refused the recipient"),
        (RuntimeError("a bug"), "The mail could not be handed over. (RuntimeError: a bug)"),
    ],
)
def test_each_trouble_has_its_words(error: Exception, words: str) -> None:
    assert words in in_words(error)
    assert "\n" not in in_words(error)
    assert len(in_words(error)) < 500


def test_the_exit_status_tells_a_script(tmp_path: Path, by_smtp: MailServer) -> None:
    url = f"smtp://127.0.0.1:{by_smtp.port}"
    asked = ("manage.py", "send_test_mail", "ana@example.org")
    assert site_python(*asked, folder=tmp_path, EMAIL_URL=url).returncode == 0
    by_smtp.fail("RCPT", "550 no")
    answer = site_python(*asked, folder=tmp_path, EMAIL_URL=url)
    assert answer.returncode == 1
    assert "The mail server refused the recipient." in answer.stderr
    assert "Traceback" not in answer.stderr

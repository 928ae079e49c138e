"""Whose fault it is when a mail could not be sent; what SMTP itself answers is in test_smtp.py."""

from __future__ import annotations

import socket
import ssl
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused, AnymailRequestsAPIError
from django.core.exceptions import ImproperlyConfigured
from requests import Response

from games.mail.failures import Failure, Fault, failure_of


def answered(status: int) -> AnymailRequestsAPIError:
    response = Response()
    response.status_code = status
    response.reason = "Because"
    return AnymailRequestsAPIError("no", response=response)


@pytest.mark.parametrize(
    "error",
    [
        TimeoutError("timed out"),
        ConnectionResetError(),
        socket.gaierror("no such host"),
        ssl.SSLError("wrong version"),
        SMTPServerDisconnected("gone"),
        SMTPException("what?"),
        AnymailRequestsAPIError("no answer"),
        AnymailAPIError("no answer"),
        answered(500),
        answered(503),
    ],
)
def test_without_an_answer_the_server_is_at_fault_and_may_have_taken_it(error: Exception) -> None:
    failure = failure_of(error)
    assert (failure.fault, failure.unsure) == (Fault.SERVER, True)


@pytest.mark.parametrize(
    "error", [answered(401), answered(403), answered(429), ImproperlyConfigured("no key")], ids=str
)
def test_what_is_said_about_us_is_no_mails_fault(error: Exception) -> None:
    failure = failure_of(error)
    assert (failure.fault, failure.unsure) == (Fault.SERVER, False)


@pytest.mark.parametrize("error", [answered(400), answered(422), ValueError("a bug")])
def test_what_is_said_about_the_mail_is_its_own_fault(error: Exception) -> None:
    assert failure_of(error).fault is Fault.MAIL


def test_a_provider_refuses_an_address() -> None:
    assert failure_of(AnymailRecipientsRefused()).fault is Fault.ADDRESS


@pytest.mark.parametrize(
    ("code", "answer", "fault"),
    [
        (550, b"5.1.1 <a@b.example>: no such user", Fault.ADDRESS),
        (550, b"5.0.0 no", Fault.LATER),
        (552, b"5.2.2 full", Fault.LATER),
        (503, b"out of order", Fault.LATER),
        (530, b"sign in first", Fault.LATER),
        (550, b"5.3.2 not taking mail", Fault.LATER),
        (450, b"4.2.0 greylisted", Fault.LATER),
        (421, b"closing", Fault.SERVER),
    ],
)
def test_what_is_said_about_a_recipient(code: int, answer: bytes, fault: Fault) -> None:
    failure = failure_of(SMTPRecipientsRefused({"a@b.example": (code, answer)}))
    assert failure == Failure(fault, f"{code} {answer.decode()}")


def test_an_answer_is_told_in_one_line_of_bounded_length() -> None:
    failure = failure_of(SMTPDataError(554, b"5.6.0 one\n5.6.0 two\n" + b"\xff" * 1000))
    assert failure.why.startswith("554 5.6.0 one 5.6.0 two \ufffd")
    assert len(failure.why) == 300

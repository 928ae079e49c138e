"""What it means when a mail could not be sent: whose fault it is, and whether it may have gone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPDataError,
    SMTPException,
    SMTPHeloError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
)

from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core.exceptions import ImproperlyConfigured

from .nobody import enhanced_code, is_about_us, says_nobody

# RFC 3463: what the subject of an enhanced status code is.
_ABOUT_MAIL = ("5.6.", "5.3.4")
_ABOUT_WHO_MAY = ("5.1.", "5.2.", "5.7.")
_CLOSING = 421
_ABOUT_US = {503, 530, 534, 535, 538}  # out of order, or not signed in
_LONGEST = 300


class Fault(Enum):
    """Whose it is, and so what to do."""

    SERVER = "server"  # of the mail server, or of how we speak to it: no other mail goes either
    LATER = "later"  # it takes no mail for this address now
    ADDRESS = "address"  # there is nobody at this address
    MAIL = "mail"  # of this mail


@dataclass(frozen=True, slots=True)
class Failure:
    """`unsure`: the server may have taken the mail. `why` is for operators, and for whose address
    it is."""

    fault: Fault
    why: str
    unsure: bool = False


def failure_of(error: Exception) -> Failure:
    """Return what an error means that was raised while a mail was handed to the mail server."""
    match error:
        case SMTPRecipientsRefused():
            return _refused(*next(iter(error.recipients.values())))
        case SMTPDataError():
            return _not_taken(error.smtp_code, error.smtp_error)
        case SMTPSenderRefused() | SMTPAuthenticationError() | SMTPConnectError() | SMTPHeloError():
            return Failure(Fault.SERVER, _words(error.smtp_code, error.smtp_error))
        case SMTPNotSupportedError() | ImproperlyConfigured():
            return Failure(Fault.SERVER, _named(error))
        case AnymailRecipientsRefused():
            return Failure(Fault.ADDRESS, _named(error))
        case AnymailAPIError():
            return _of_provider(error, error.status_code)
        case SMTPException() | OSError():
            return Failure(Fault.SERVER, _named(error), unsure=True)
    return Failure(Fault.MAIL, _named(error))


def _refused(code: int, answer: bytes | str) -> Failure:
    """The server does not want the mail for this address."""
    why = _words(code, answer)
    if code == _CLOSING:
        return Failure(Fault.SERVER, why)
    return Failure(Fault.ADDRESS if says_nobody(code, _text(answer)) else Fault.LATER, why)


def _not_taken(code: int, answer: bytes | str) -> Failure:
    """The server does not want what it was given."""
    why = _words(code, answer)
    if code < 500 or code in _ABOUT_US:
        return Failure(Fault.SERVER, why)
    text = _text(answer)
    subject = enhanced_code(text)
    if subject.startswith(_ABOUT_MAIL):
        return Failure(Fault.MAIL, why)
    if says_nobody(code, text):
        return Failure(Fault.ADDRESS, why)
    others = subject.startswith(_ABOUT_WHO_MAY) or is_about_us(text)
    return Failure(Fault.LATER if others else Fault.MAIL, why)


def _of_provider(error: Exception, status: int | None) -> Failure:
    """The programming interface of a mail provider did not take it."""
    if status is None or status >= 500:
        return Failure(Fault.SERVER, _named(error), unsure=True)
    about_mail = status in (400, 413, 422)
    return Failure(Fault.MAIL if about_mail else Fault.SERVER, _named(error))


def _words(code: int, answer: bytes | str) -> str:
    return f"{code} {_text(answer)}"[:_LONGEST]


def _text(answer: bytes | str) -> str:
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return " ".join(text.split())


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:_LONGEST]

"""Why a mail could not be handed over, in words for operators, with what to look at."""

from __future__ import annotations

import smtplib
import socket
import ssl

from anymail.exceptions import AnymailError, AnymailRecipientsRefused, AnymailRequestsAPIError

_AUTHORISATION = (401, 403)


def in_words(error: Exception) -> str:
    """Return one sentence or two; what a server said of it stands at the end."""
    return f"{_sentence(error)} ({type(error).__name__}: {_said(error)})"


def _sentence(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPException):
        return _of_smtp(error)
    if isinstance(error, AnymailError):
        return _of_provider(error)
    if isinstance(error, socket.gaierror):
        return "No such mail server: look at the host in EMAIL_URL, and at DNS."
    if isinstance(error, ConnectionRefusedError):
        return "The host answers, but no mail server at this port: look at the port in EMAIL_URL."
    if isinstance(error, TimeoutError):
        return "The mail server does not answer; many hosts block port 25, try 587 or a provider."
    if isinstance(error, ssl.SSLError):
        return "No safe connection: smtp+tls:// is for port 587, smtp+ssl:// for port 465."
    return "The mail could not be handed over."


def _of_smtp(error: smtplib.SMTPException) -> str:
    match error:
        case smtplib.SMTPAuthenticationError():
            return "The mail server refused user and password: look at those in EMAIL_URL."
        case smtplib.SMTPRecipientsRefused():
            return "The mail server refused the recipient."
        case smtplib.SMTPSenderRefused():
            said = "look at DEFAULT_FROM_EMAIL and REPLY_ADDRESS."
            return f"The mail server refused the sender: {said}"
        case smtplib.SMTPServerDisconnected():
            return "The mail server broke off; a port for TLS does so to those who come without."
        case smtplib.SMTPNotSupportedError():
            return "The mail server cannot do what EMAIL_URL asks: sign in, or STARTTLS."
    return "The mail server refused the mail."


def _of_provider(error: AnymailError) -> str:
    if isinstance(error, AnymailRecipientsRefused):
        return "The provider refused the recipient."
    if isinstance(error, AnymailRequestsAPIError) and error.status_code in _AUTHORISATION:
        return "The provider refused the key: look at EMAIL_URL."
    return "The provider did not take the mail: look at DEFAULT_FROM_EMAIL and its domain there."


def _said(error: Exception) -> str:
    """The first line of what was said, cut: a provider repeats the whole mail."""
    return " ".join(str(error).splitlines()[:1])[:300]

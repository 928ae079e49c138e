"""Why the mailbox cannot be read, in words for operators, with what to look at."""

from __future__ import annotations

import socket
import ssl
from imaplib import IMAP4

from django.conf import settings
from imap_tools.errors import (
    MailboxFolderSelectError,
    MailboxLoginError,
    UnexpectedCommandStatusError,
)

LONGEST = 300
_OTHER_NAME = (62, 64)  # what OpenSSL calls a mismatch of host name or IP address
_OTHER_TIME = (9, 10)  # not yet valid, expired


def in_words(error: Exception) -> str:
    """Return a sentence, and what was said of it, without the password, in 300 signs."""
    return f"{_sentence(error)} ({type(error).__name__}: {_said(error)})"[:LONGEST]


def _sentence(error: Exception) -> str:
    match error:
        case MailboxLoginError():
            return "The server refused user and password: look at those in IMAP_URL."
        case MailboxFolderSelectError():
            return "The server has no such folder: look at the end of IMAP_URL."
        case UnexpectedCommandStatusError():
            return "The server did not do what it was asked."
        case IMAP4.error():
            return "The server broke off, or refused to go on."
        case socket.gaierror():
            return "No such server: look at the host in IMAP_URL, and at DNS."
        case ConnectionRefusedError():
            return "The host answers, but no server at this port: look at the port in IMAP_URL."
        case TimeoutError():
            return "The server does not answer."
        case ssl.SSLCertVerificationError():
            return _of_certificate(error.verify_code)
        case ssl.SSLError():
            return "No safe connection: imaps:// is for port 993, imap+tls:// for port 143."
    return "The connection was lost."


def _of_certificate(code: int) -> str:
    if code in _OTHER_NAME:
        return "Its certificate is for another name: look at the host in IMAP_URL."
    if code in _OTHER_TIME:
        return "Its certificate has run out, or does not count yet."
    return "Nobody whom this machine trusts has signed its certificate: see SSL_CERT_FILE."


def _said(error: Exception) -> str:
    data = error.command_result[1] if isinstance(error, UnexpectedCommandStatusError) else error
    text = str(data[-1:] if isinstance(data, list) else data)
    secrets = [settings.MAILBOX.get("password"), settings.MAILBOX.get("user")]
    for secret in filter(None, secrets):
        text = text.replace(secret, "…")
    return " ".join(text.split())[:150]

"""How the mailbox is spoken to: safely where it is to be, any password, few words."""

from __future__ import annotations

import socket
import ssl
from imaplib import IMAP4

import pytest
from pytest_django import Settings

from games.mail.incoming.mailbox import Run
from games.mail.incoming.mailbox_trouble import in_words
from tests.fixtures.imap_server import USER, ImapServer
from tests.mail.incoming.mailbox.looking import OTHER, Stub, read

pytestmark = [pytest.mark.imap, pytest.mark.django_db]


@pytest.mark.parametrize("scheme", ["imaps", "imap+tls"])
def test_by_tls(
    server: ImapServer,
    settings: Settings,
    stub: Stub,
    monkeypatch: pytest.MonkeyPatch,
    scheme: str,
) -> None:
    server.put(OTHER % 1)
    settings.MAILBOX = server.url(scheme)
    assert "Nobody whom this machine trusts" in read().trouble
    assert stub.given == []
    monkeypatch.setenv("SSL_CERT_FILE", str(server.folder / "certificate.pem"))
    assert read() == Run(read=1)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost.localdomain"])
def test_a_certificate_for_another_name(
    server: ImapServer, settings: Settings, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    connect = socket.create_connection
    here = ("127.0.0.1", server.tls_port)
    monkeypatch.setattr(socket, "create_connection", lambda _at, *more: connect(here, *more))
    monkeypatch.setenv("SSL_CERT_FILE", str(server.folder / "certificate.pem"))
    settings.MAILBOX = server.url("imaps") | {"host": host}
    assert "for another name: look at the host" in read().trouble


@pytest.mark.parametrize("code", [9, 10])  # OpenSSL: not yet valid, expired
def test_a_certificate_whose_time_is_over(code: int) -> None:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code = code
    assert "has run out" in in_words(error)


def test_a_password_may_have_any_letters(server: ImapServer, settings: Settings) -> None:
    (server.folder / "people").write_text(f"{USER}:Spaß-mit-ü\n")
    settings.MAILBOX |= {"password": "Spaß-mit-ü"}
    assert read() == Run()


def test_the_library_speaks_as_little_as_it_needs(
    server: ImapServer, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two commands for each message; the password stands in one line."""
    said: list[str] = []
    sends = IMAP4.send

    def send(client: IMAP4, data: bytes) -> None:
        said.append(data.decode("utf-8", "replace"))
        sends(client, data)

    server.put(*(OTHER % number for number in range(3)))
    read()
    server.put(*(OTHER % number for number in range(3)))
    monkeypatch.setattr(IMAP4, "send", send)
    read()
    assert sum("UID FETCH" in line for line in said) == 3
    assert sum("UID MOVE" in line for line in said) == 3
    assert len(said) <= 16

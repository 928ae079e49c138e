"""A mailbox that cannot be read: why is noted and told once, and it is read later."""

from __future__ import annotations

import logging

import pytest
from pytest_django import Settings

from games.mail.incoming import imap, mailbox
from games.mail.incoming.mailbox import Run
from games.tasks import sweep_mailbox
from tests.builders import NOW
from tests.fixtures.imap_server import PASSWORD, ImapServer
from tests.mail.incoming.mailbox.looking import MINUTE, OTHER, Stub, lying, read, row

pytestmark = [pytest.mark.imap, pytest.mark.django_db]


def test_a_server_that_is_away_is_noted_and_told_once(
    server: ImapServer, caplog: pytest.LogCaptureFixture
) -> None:
    read()
    server.stop()
    for minutes in range(1, 4):
        run = read(minutes * MINUTE)
        assert "no server at this port" in run.trouble
    assert (row().read_at, row().failing_since) == (NOW, NOW + MINUTE)
    assert row().why == run.trouble
    told = [record for record in caplog.records if record.name == mailbox.__name__]
    assert [record.levelno for record in told] == [logging.WARNING]
    assert told[0].exc_info is None
    server.start()
    assert read(5 * MINUTE) == Run()
    assert (row().read_at, row().failing_since, row().why) == (NOW + 5 * MINUTE, None, "")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"password": f"{PASSWORD}!"}, "refused user and password"),
        ({"user": "eve@drako.example"}, "refused user and password"),
        ({"password": "Spaß mit ü"}, "broke off, or refused"),
        ({"folder": "No such"}, "no such folder"),
        ({"host": "host.invalid"}, "No such server"),
        ({"scheme": "imaps"}, "No safe connection"),
        ({"scheme": "imap+tls"}, "certificate"),
    ],
)
def test_what_is_wrong_with_the_setting_is_said_and_no_password(
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    wrong: dict[str, str],
    words: str,
) -> None:
    settings.MAILBOX |= wrong
    assert words in read().trouble
    assert words in row().why
    for secret in (settings.MAILBOX["password"], settings.MAILBOX["user"]):
        assert secret not in caplog.text + row().why


def test_a_server_that_says_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, silent_port: int
) -> None:
    monkeypatch.setattr(imap, "PATIENCE", 0.2)
    settings.MAILBOX |= {"port": silent_port}
    assert "does not answer" in read().trouble


def test_a_connection_that_is_cut_in_the_middle(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut() -> str:
        if len(seen.given) == 2:
            server.stop()
        return "x"

    seen = Stub(monkeypatch, cut)
    server.put(*(OTHER % number for number in range(4)))
    run = read()
    assert run.read == 2
    assert run.trouble
    server.start()
    assert read(MINUTE) == Run(read=3)
    assert lying(server) == (0, 4, 0)


def test_the_sweep_says_that_it_failed(server: ImapServer) -> None:
    assert sweep_mailbox() == {"mails read": 0, "left unread by a fault": 0}
    server.stop()
    assert "no server" in str(sweep_mailbox()["failed"])

"""Whatever stops the reading of the mailbox, or does it twice: each message acts once."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from django.db import connection

from games.mail.incoming import imap
from games.mail.incoming.mailbox import Run
from games.models import Game, ReceivedMail
from tests.fixtures.imap_server import ImapServer
from tests.mail.incoming.mailbox.looking import OTHER, Stub, drawn, lying, read
from tests.side_by_side import side_by_side

pytestmark = [pytest.mark.imap, pytest.mark.django_db]


def killed_before(step: str) -> None:
    """Read the mailbox in a process of its own, which is killed as it comes to `step`."""
    connection.close()
    number = os.fork()
    if not number:
        try:
            setattr(imap.Box, step, lambda *_given: os.kill(os.getpid(), signal.SIGKILL))
            read()
        finally:
            os._exit(1)  # it goes on with no test
    _number, status = os.waitpid(number, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("step", "done"), [("message", 0), ("move", 1)])
def test_killed_before_the_mail_is_fetched_or_moved(
    server: ImapServer, game: Game, order: bytes, step: str, done: int
) -> None:
    server.put(order)
    killed_before(step)
    assert drawn(game) == ReceivedMail.objects.count() == done
    assert lying(server) == (1, 0, 0)
    assert read() == Run(read=1)
    assert drawn(game) == ReceivedMail.objects.count() == 1
    assert lying(server) == (0, 1, 0)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once(server: ImapServer, game: Game, order: bytes) -> None:
    server.put(*(OTHER % number for number in range(20)), order)
    first, second = side_by_side([read, read])
    assert first.trouble == second.trouble == ""
    assert drawn(game) == ReceivedMail.objects.count() == 1
    assert lying(server)[0] == 0
    assert first.read + second.read >= 21


@pytest.mark.parametrize("step", ["message", "move"])
def test_a_message_that_is_gone_meanwhile(
    server: ImapServer, stub: Stub, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    does = getattr(imap.Box, step)

    def gone_first(box: imap.Box, number: str, *more: Any) -> Any:
        if number == "1":
            with server.open() as other:
                other.delete(number)
        return does(box, number, *more)

    monkeypatch.setattr(imap.Box, step, gone_first)
    server.put(OTHER % 1, OTHER % 2)
    assert read() == Run(read=1 if step == "message" else 2)
    assert lying(server) == (0, 1, 0)

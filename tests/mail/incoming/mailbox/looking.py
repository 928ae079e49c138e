"""The mailbox that answers come to, looked at: what lies in it, and what was done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.mail.incoming import mailbox
from games.mail.incoming.mailbox import BROKEN, READ, Run, read_mailbox
from games.models import Game, Mailbox, Move
from tests.builders import NOW
from tests.fixtures.imap_server import ImapServer

MINUTE = timedelta(minutes=1)
OTHER = b"From: eve@example.com\r\nTo: you@example.com\r\nSubject: %d\r\n\r\nHello.\r\n"


def read(at: timedelta = timedelta()) -> Run:
    return read_mailbox(clock=lambda: NOW + at)


def drawn(game: Game) -> int:
    return Move.objects.filter(game=game, act="draw").count()


def row() -> Mailbox:
    return Mailbox.objects.get()


def lying(server: ImapServer) -> tuple[int, int, int]:
    return server.lying_in("INBOX"), server.lying_in(READ), server.lying_in(BROKEN)


class Stub:
    """Stands for `receive`: does what it is told, and notes what it was given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, act: Callable[[], str] = lambda: "x"):
        self.given: list[tuple[bytes, bool]] = []
        self.act = act
        monkeypatch.setattr(mailbox, "receive", self)

    def __call__(self, raw: bytes, *, now: object, cut: bool) -> str:
        self.given.append((raw, cut))
        return self.act()

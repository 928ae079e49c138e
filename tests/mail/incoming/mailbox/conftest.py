"""What tests of the mailbox share: a real IMAP server, an order that may lie there."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from games.models import Game
from tests.fixtures.imap_server import ImapServer
from tests.mail.incoming.letters import reply
from tests.mail.incoming.mailbox.looking import Stub


@pytest.fixture(autouse=True)
def server(imap_server: ImapServer, settings: Settings) -> ImapServer:
    settings.REPLY_ADDRESS = "play+*@drako.example"
    settings.MAILBOX = imap_server.url()
    return imap_server


@pytest.fixture
def order(game: Game) -> bytes:
    """A card drawn by whose turn it is."""
    return reply(game, Game.objects.get(pk=game.pk).active_seat, "draw")


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Stub:
    return Stub(monkeypatch)

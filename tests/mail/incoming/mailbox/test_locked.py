"""A mail to a game that somebody else holds keeps no other from being read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from django.db import OperationalError, connection, connections, transaction

from games.mail.incoming.mailbox import Run
from games.models import Game, ReceivedMail
from games.play.turns import lock
from tests.builders import make_game
from tests.fixtures.imap_server import ImapServer
from tests.mail.incoming.letters import player, reply
from tests.mail.incoming.mailbox.looking import OTHER, drawn, lying, read

pytestmark = [pytest.mark.imap, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@contextmanager
def held(game: Game) -> Iterator[None]:
    """Another connection holds the game while the block lasts."""
    has_it, done = Event(), Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                lock(game.pk)
                has_it.set()
                done.wait(30)
        finally:
            connections.close_all()

    other = Thread(target=hold)
    other.start()
    assert has_it.wait(30)
    try:
        yield
    finally:
        done.set()
        other.join()


@pytest.fixture
def _waits_are_short() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    yield
    connection.close()  # it was of this connection alone


@pytest.mark.usefixtures("_waits_are_short")
def test_it_waits_for_the_next_run_and_the_others_are_read(
    server: ImapServer, game: Game, order: bytes
) -> None:
    other = make_game(player("Cleo"), player("Dan"))
    its_order = reply(other, Game.objects.get(pk=other.pk).active_seat, "draw")
    server.put(order, OTHER % 1, its_order)
    with held(game), pytest.raises(OperationalError, match="lock timeout"):
        read()
    assert (drawn(game), drawn(other)) == (0, 1)
    assert lying(server) == (1, 2, 0)
    assert read() == Run(read=1)
    assert (drawn(game), ReceivedMail.objects.count()) == (1, 2)
    assert lying(server) == (0, 3, 0)

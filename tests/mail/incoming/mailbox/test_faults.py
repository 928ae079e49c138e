"""What befalls one message of the mailbox keeps no other from being read."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from games.mail.incoming import mailbox
from games.mail.incoming.mailbox import Run
from games.mail.incoming.receive import FAILED
from games.models import Game, Mailbox
from tests.builders import NOW
from tests.fixtures.imap_server import ImapServer
from tests.mail.incoming.mailbox.looking import OTHER, Stub, drawn, lying, read, row

pytestmark = [pytest.mark.imap, pytest.mark.django_db]


def test_a_fault_of_ours_keeps_no_other_from_being_read(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = iter([FAILED, "x"])
    Stub(monkeypatch, lambda: next(said))
    server.put(OTHER % 1, OTHER % 2)
    assert read() == Run(read=1, broken=1)
    assert lying(server) == (0, 1, 1)


def test_while_the_database_is_away_all_stays_where_it_is(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch, game: Game, order: bytes
) -> None:
    def away() -> str:
        raise OperationalError("away")

    server.put(order)
    with monkeypatch.context() as cut:
        Stub(cut, away)
        with pytest.raises(OperationalError):
            read()
    assert lying(server) == (1, 0, 0)
    assert read() == Run(read=1)
    assert drawn(game) == 1


def test_one_that_the_database_does_not_take_keeps_no_other_from_being_read(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first_away() -> str:
        if len(seen.given) == 1:
            raise OperationalError("it takes too long")
        return "x"

    seen = Stub(monkeypatch, first_away)
    server.put(*(OTHER % number for number in range(3)))
    with pytest.raises(OperationalError):
        read()
    assert lying(server) == (1, 2, 0)
    assert not Mailbox.objects.exists()  # so that it is noticed if it goes on


def test_while_the_database_is_away_few_are_tried(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> str:
        raise OperationalError("away")

    seen = Stub(monkeypatch, away)
    server.put(*(OTHER % number for number in range(9)))
    with pytest.raises(OperationalError):
        read()
    assert len(seen.given) == mailbox.MOST_LEFT


def test_one_that_cannot_be_moved_keeps_no_other_from_being_read(
    server: ImapServer, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.put(OTHER % 1, OTHER % 2)
    with monkeypatch.context() as broken:
        broken.setattr(mailbox, "READ", "no//such")
        run = read()
    assert (run.read, len(stub.given)) == (2, 2)
    assert "did not do" in run.trouble
    assert row().failing_since == NOW
    assert lying(server) == (2, 0, 0)

"""Reading the mailbox: each message is dealt with, then moved, on whatever server."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from games.mail.incoming import mailbox
from games.mail.incoming.letter import MOST_BYTES
from games.mail.incoming.mailbox import READ, Run, read_mailbox
from games.models import Game, ReceivedMail
from tests.builders import NOW
from tests.fixtures.imap_server import ImapServer
from tests.mail.incoming.mailbox.looking import OTHER, Stub, drawn, lying, read, row
from tests.mail.post_office import Clock

pytestmark = [pytest.mark.imap, pytest.mark.django_db]


def test_an_order_is_played_and_its_mail_moved(
    server: ImapServer, game: Game, order: bytes
) -> None:
    server.put(order)
    assert read() == Run(read=1)
    assert drawn(game) == 1
    assert lying(server) == (0, 1, 0)
    assert (row().read_at, row().failing_since, row().why) == (NOW, None, "")


def test_an_empty_mailbox_has_been_read_too() -> None:
    assert read() == Run()
    assert row().read_at == NOW


def test_what_is_none_of_ours_is_moved_as_well(server: ImapServer) -> None:
    server.put(OTHER % 1)
    assert read() == Run(read=1)
    assert lying(server) == (0, 1, 0)
    assert not ReceivedMail.objects.exists()


def test_it_stays_unread_for_who_looks_into_the_mailbox(server: ImapServer) -> None:
    server.put(OTHER % 1)
    read()
    with server.open(READ) as box:
        assert box.uids("UNSEEN") == box.uids()


def test_without_a_reply_address_mails_stay_where_they_are(
    server: ImapServer, game: Game, order: bytes, settings: Settings
) -> None:
    server.put(order)
    address, settings.REPLY_ADDRESS = settings.REPLY_ADDRESS, ""
    assert "REPLY_ADDRESS is not set" in read().trouble
    assert lying(server) == (1, 0, 0)
    assert row().failing_since == NOW
    settings.REPLY_ADDRESS = address
    assert read() == Run(read=1)
    assert drawn(game) == 1


def test_the_oldest_comes_first(server: ImapServer, stub: Stub) -> None:
    server.put(*(OTHER % number for number in range(5)))
    read()
    assert [raw for raw, _cut in stub.given] == [OTHER % number for number in range(5)]


def test_300_in_one_go(server: ImapServer, stub: Stub) -> None:
    server.put(*(OTHER % number for number in range(300)))
    assert read() == Run(read=300)
    assert lying(server) == (0, 300, 0)


def test_a_run_ends_in_time_and_the_next_goes_on(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()

    def slow() -> str:
        clock.later(mailbox.LONGEST / 2)
        return "x"

    Stub(monkeypatch, slow)
    server.put(*(OTHER % number for number in range(5)))
    assert [read_mailbox(clock=clock).read for _run in range(3)] == [2, 2, 1]
    assert lying(server) == (0, 5, 0)


def test_of_a_large_one_only_the_beginning_is_fetched(server: ImapServer, stub: Stub) -> None:
    server.put(OTHER % 1 + b"x" * 10_000_000)
    assert read() == Run(read=1)
    ((raw, cut),) = stub.given
    assert (len(raw), cut) == (MOST_BYTES, True)
    assert raw.startswith(OTHER % 1)
    assert lying(server) == (0, 1, 0)


def test_the_largest_is_fetched_whole(server: ImapServer, stub: Stub) -> None:
    whole = (OTHER % 1).ljust(MOST_BYTES, b"x")
    server.put(whole)
    read()
    assert stub.given == [(whole, False)]


def test_another_folder_may_be_the_one(server: ImapServer, settings: Settings, stub: Stub) -> None:
    with server.open() as box:
        box.folder.create("Für Drako")
    server.put(OTHER % 1, folder="Für Drako")
    server.put(OTHER % 2)
    settings.MAILBOX = server.url(folder="Für Drako")
    assert read() == Run(read=1)
    assert lying(server) == (1, 1, 0)


def test_where_all_folders_lie_below_inbox(server: ImapServer, stub: Stub) -> None:
    server.stop()
    server.prefix, server.separator = "INBOX.", "."
    server.start()
    server.put(OTHER % 1)
    assert read() == Run(read=1)
    assert server.lying_in(f"INBOX.{READ}") == 1


def test_servers_without_move(server: ImapServer, stub: Stub, settings: Settings) -> None:
    server.stop()
    server.more = "imap_capability = IMAP4rev1 LITERAL+ NAMESPACE"
    server.start()
    server.put(OTHER % 1, OTHER % 2)
    assert read() == Run(read=2)
    assert read() == Run()
    assert lying(server) == (0, 2, 0)


def test_what_is_marked_as_deleted_is_left_alone(server: ImapServer, stub: Stub) -> None:
    server.put(OTHER % 1, flag_set=[r"\Deleted"])
    assert read() == Run()
    assert stub.given == []

"""The mailbox that answers come to, on a real IMAP server that fails now and then."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from imaplib import IMAP4
from typing import Any

import pytest
from django.db import OperationalError
from pytest_django import Settings

from games.mail.incoming import imap, mailbox
from games.mail.incoming.letter import MOST_BYTES
from games.mail.incoming.mailbox import BROKEN, KEPT, READ, Run, read_mailbox
from games.mail.incoming.receive import FAILED
from games.models import Game, Mailbox, Move, ReceivedMail
from games.tasks import sweep_mailbox
from tests.builders import NOW, make_game
from tests.fixtures.imap_server import PASSWORD, USER, ImapServer
from tests.mail.incoming.letters import player, reply
from tests.mail.post_office import Clock
from tests.side_by_side import side_by_side

pytestmark = [pytest.mark.imap, pytest.mark.django_db]

MINUTE = timedelta(minutes=1)
OTHER = b"From: eve@example.com\r\nTo: you@example.com\r\nSubject: %d\r\n\r\nHello.\r\n"


@pytest.fixture(autouse=True)
def server(imap_server: ImapServer, settings: Settings) -> ImapServer:
    settings.REPLY_ADDRESS = "play+*@drako.example"
    settings.MAILBOX = imap_server.url()
    return imap_server


@pytest.fixture
def game() -> Game:
    return make_game(player("Ana"), player("Bo"))


@pytest.fixture
def order(game: Game) -> bytes:
    """A card drawn by whose turn it is."""
    return reply(game, Game.objects.get(pk=game.pk).active_seat, "draw")


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


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Stub:
    return Stub(monkeypatch)


class TestReading:
    def test_an_order_is_played_and_its_mail_moved(
        self, server: ImapServer, game: Game, order: bytes
    ) -> None:
        server.put(order)
        assert read() == Run(read=1)
        assert drawn(game) == 1
        assert lying(server) == (0, 1, 0)
        assert (row().read_at, row().failing_since, row().why) == (NOW, None, "")

    def test_an_empty_mailbox_has_been_read_too(self) -> None:
        assert read() == Run()
        assert row().read_at == NOW

    def test_what_is_none_of_ours_is_moved_as_well(self, server: ImapServer) -> None:
        server.put(OTHER % 1)
        assert read() == Run(read=1)
        assert lying(server) == (0, 1, 0)
        assert not ReceivedMail.objects.exists()

    def test_it_stays_unread_for_who_looks_into_the_mailbox(self, server: ImapServer) -> None:
        server.put(OTHER % 1)
        read()
        with server.open(READ) as box:
            assert box.uids("UNSEEN") == box.uids()

    def test_the_oldest_comes_first(self, server: ImapServer, stub: Stub) -> None:
        server.put(*(OTHER % number for number in range(5)))
        read()
        assert [raw for raw, _cut in stub.given] == [OTHER % number for number in range(5)]

    def test_300_in_one_go(self, server: ImapServer, stub: Stub) -> None:
        server.put(*(OTHER % number for number in range(300)))
        assert read() == Run(read=300)
        assert lying(server) == (0, 300, 0)

    def test_a_run_ends_in_time_and_the_next_goes_on(
        self, server: ImapServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = Clock()

        def slow() -> str:
            clock.later(mailbox.LONGEST / 2)
            return "x"

        Stub(monkeypatch, slow)
        server.put(*(OTHER % number for number in range(5)))
        assert [read_mailbox(clock=clock).read for _run in range(3)] == [2, 2, 1]
        assert lying(server) == (0, 5, 0)

    def test_of_a_large_one_only_the_beginning_is_fetched(
        self, server: ImapServer, stub: Stub
    ) -> None:
        server.put(OTHER % 1 + b"x" * 10_000_000)
        assert read() == Run(read=1)
        ((raw, cut),) = stub.given
        assert (len(raw), cut) == (MOST_BYTES, True)
        assert raw.startswith(OTHER % 1)
        assert lying(server) == (0, 1, 0)

    def test_the_largest_is_fetched_whole(self, server: ImapServer, stub: Stub) -> None:
        whole = (OTHER % 1).ljust(MOST_BYTES, b"x")
        server.put(whole)
        read()
        assert stub.given == [(whole, False)]

    def test_another_folder_may_be_the_one(
        self, server: ImapServer, settings: Settings, stub: Stub
    ) -> None:
        with server.open() as box:
            box.folder.create("Für Drako")
        server.put(OTHER % 1, folder="Für Drako")
        server.put(OTHER % 2)
        settings.MAILBOX = server.url(folder="Für Drako")
        assert read() == Run(read=1)
        assert lying(server) == (1, 1, 0)

    def test_where_all_folders_lie_below_inbox(self, server: ImapServer, stub: Stub) -> None:
        server.stop()
        server.prefix, server.separator = "INBOX.", "."
        server.start()
        server.put(OTHER % 1)
        assert read() == Run(read=1)
        assert server.lying_in(f"INBOX.{READ}") == 1

    def test_servers_without_move(self, server: ImapServer, stub: Stub, settings: Settings) -> None:
        server.stop()
        server.more = "imap_capability = IMAP4rev1 LITERAL+ NAMESPACE"
        server.start()
        server.put(OTHER % 1, OTHER % 2)
        assert read() == Run(read=2)
        assert read() == Run()
        assert lying(server) == (0, 2, 0)

    def test_what_is_marked_as_deleted_is_left_alone(self, server: ImapServer, stub: Stub) -> None:
        server.put(OTHER % 1, flag_set=[r"\Deleted"])
        assert read() == Run()
        assert stub.given == []


class TestTwice:
    def test_killed_before_the_mail_is_moved(
        self, server: ImapServer, game: Game, order: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Killed(BaseException):
            pass

        def killed(*args: object) -> None:
            raise Killed

        server.put(order)
        with monkeypatch.context() as dying:
            dying.setattr(imap.Box, "move", killed)
            with pytest.raises(Killed):
                read()
        assert lying(server) == (1, 0, 0)
        assert read() == Run(read=1)
        assert drawn(game) == ReceivedMail.objects.count() == 1
        assert lying(server) == (0, 1, 0)

    @pytest.mark.django_db(transaction=True)
    def test_two_workers_at_once(self, server: ImapServer, game: Game, order: bytes) -> None:
        server.put(*(OTHER % number for number in range(20)), order)
        first, second = side_by_side([read, read])
        assert first.trouble == second.trouble == ""
        assert drawn(game) == ReceivedMail.objects.count() == 1
        assert lying(server)[0] == 0
        assert first.read + second.read >= 21

    @pytest.mark.parametrize("step", ["message", "move"])
    def test_a_message_that_is_gone_meanwhile(
        self, server: ImapServer, stub: Stub, monkeypatch: pytest.MonkeyPatch, step: str
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


class TestFaults:
    def test_a_fault_of_ours_keeps_no_other_from_being_read(
        self, server: ImapServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said = iter([FAILED, "x"])
        Stub(monkeypatch, lambda: next(said))
        server.put(OTHER % 1, OTHER % 2)
        assert read() == Run(read=1, broken=1)
        assert lying(server) == (0, 1, 1)

    def test_while_the_database_is_away_all_stays_where_it_is(
        self, server: ImapServer, monkeypatch: pytest.MonkeyPatch, game: Game, order: bytes
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
        self, server: ImapServer, monkeypatch: pytest.MonkeyPatch
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
        self, server: ImapServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def away() -> str:
            raise OperationalError("away")

        seen = Stub(monkeypatch, away)
        server.put(*(OTHER % number for number in range(9)))
        with pytest.raises(OperationalError):
            read()
        assert len(seen.given) == mailbox.MOST_LEFT

    def test_a_server_that_is_away_is_noted_and_told_once(
        self, server: ImapServer, caplog: pytest.LogCaptureFixture
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
        self,
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
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch, silent_port: int
    ) -> None:
        monkeypatch.setattr(imap, "PATIENCE", 0.2)
        settings.MAILBOX |= {"port": silent_port}
        assert "does not answer" in read().trouble

    def test_a_connection_that_is_cut_in_the_middle(
        self, server: ImapServer, monkeypatch: pytest.MonkeyPatch
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

    def test_one_that_cannot_be_moved_keeps_no_other_from_being_read(
        self, server: ImapServer, stub: Stub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.put(OTHER % 1, OTHER % 2)
        with monkeypatch.context() as broken:
            broken.setattr(mailbox, "READ", "no//such")
            run = read()
        assert (run.read, len(stub.given)) == (2, 2)
        assert "did not do" in run.trouble
        assert row().failing_since == NOW
        assert lying(server) == (2, 0, 0)

    def test_the_sweep_says_that_it_failed(self, server: ImapServer) -> None:
        assert sweep_mailbox() == {"mails read": 0, "left unread by a fault": 0}
        server.stop()
        assert "no server" in str(sweep_mailbox()["failed"])


class TestTls:
    @pytest.mark.parametrize("scheme", ["imaps", "imap+tls"])
    def test_by_tls(
        self,
        server: ImapServer,
        settings: Settings,
        stub: Stub,
        monkeypatch: pytest.MonkeyPatch,
        scheme: str,
    ) -> None:
        server.put(OTHER % 1)
        settings.MAILBOX = server.url(scheme)
        assert "certificate" in read().trouble
        assert stub.given == []
        monkeypatch.setenv("SSL_CERT_FILE", str(server.folder / "certificate.pem"))
        assert read() == Run(read=1)


def test_mails_are_kept_for_a_month(server: ImapServer) -> None:
    with server.open() as box:
        for name in (READ, BROKEN, "Other"):
            box.folder.create(name)
            for age in (KEPT + timedelta(days=1), KEPT - timedelta(days=1)):
                box.append(OTHER % 1, name, NOW - age)
    assert read() == Run()
    assert [server.lying_in(name) for name in (READ, BROKEN, "Other")] == [1, 1, 2]


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

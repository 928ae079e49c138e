"""One message from standard input, as a mail server's pipe hands it over: a real process."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.mail.incoming import kept
from games.mail.incoming.receive import FAILED
from games.management.commands.receive_mail import Command
from games.models import Game, Move, ReceivedMail
from games.tasks import sweep_failed_mails
from tests.builders import make_game
from tests.fixtures.site import site_environment
from tests.mail.incoming.letters import address_of, player, raw_mail, reply
from tests.processes import NO_SETTINGS, ROOT, python

REPLY_ADDRESS = "play+*@drako.example"
LATER = os.EX_TEMPFAIL

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _answers_come_in(settings: Settings, tmp_path: Path) -> None:
    settings.REPLY_ADDRESS = REPLY_ADDRESS
    settings.VAR_DIR = tmp_path


@pytest.fixture
def people() -> list[User]:
    return [player("Ana"), player("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people)


def turn_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).active_seat


def pipe(raw: bytes, *options: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Hand a message over as a mail server does."""
    return run(["manage.py", "receive_mail", *options], raw, **env)


def run(arguments: list[str], raw: bytes, **env: str) -> subprocess.CompletedProcess[bytes]:
    ours = {**NO_SETTINGS, **site_environment(), "REPLY_ADDRESS": REPLY_ADDRESS, "PATH": ""}
    return subprocess.run(
        python(*arguments),
        cwd=ROOT,
        env={**ours, **env},
        input=raw,
        capture_output=True,
        check=False,
    )


class Stdin:
    """What a process reads from its mail server."""

    def __init__(self, raw: bytes) -> None:
        self.buffer = BytesIO(raw)


Take = Callable[..., int | str | None]


@pytest.fixture
def take(monkeypatch: pytest.MonkeyPatch) -> Take:
    """The same in this process: returns the exit status."""

    def call(raw: bytes, *options: str) -> int | str | None:
        stdin = Stdin(raw)
        monkeypatch.setattr("sys.stdin", stdin)
        try:
            Command().run_from_argv(["manage.py", "receive_mail", *options])
        except SystemExit as end:
            return end.code
        assert stdin.buffer.read() == b""
        return 0

    return call


def moves(game: Game) -> int:
    return Move.objects.filter(game=game).count()


def test_an_order_is_played_and_only_the_log_says_so(game: Game) -> None:
    seat, before = turn_of(game), moves(game)
    done = pipe(reply(game, seat, "draw"), f"--to={address_of(game, seat)}")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode() == f"A mail: played; game {game.code}, seat {seat}\n"  # the log
    assert moves(game) == before + 1
    assert ReceivedMail.objects.get().orders[0]["text"] == "draw"


def test_the_same_message_again_does_nothing(
    game: Game, take: Take, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = reply(game, turn_of(game), "draw")
    assert take(raw) == 0
    after = moves(game)
    assert take(raw, "--verbosity", "2") == 0
    assert capsys.readouterr().out == "seen before\n"
    assert moves(game) == after


def test_the_envelope_alone_may_say_where_it_goes(
    game: Game, people: list[User], take: Take
) -> None:
    seat, before = turn_of(game), moves(game)
    address = address_of(game, seat)
    raw = raw_mail(sender=people[seat].email, to="somebody@drako.example", text="draw")
    assert take(raw, "--to", "other@drako.example", "-t", address) == 0
    assert moves(game) == before + 1


def test_the_first_line_of_files_of_mails_is_left_out(game: Game, take: Take) -> None:
    before = moves(game)
    raw = b"From ana@example.org Sun Mar  1 09:00:00 2026\n" + reply(game, turn_of(game), "draw")
    assert take(raw) == 0
    assert moves(game) == before + 1


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"no message at all",
        b"\x00\xff" * 1000,
        b"From nobody",
        b"From: Eve <eve@example.com>\r\nTo: somebody@drako.example\r\n\r\nBuy this.\r\n",
    ],
)
def test_what_is_none_of_ours_is_dealt_with_in_silence(
    raw: bytes, take: Take, capsys: pytest.CaptureFixture[str]
) -> None:
    assert take(raw) == 0
    assert capsys.readouterr().out == ""
    assert not ReceivedMail.objects.exists()


def test_a_message_of_any_size_takes_little_memory(game: Game) -> None:
    before, seat = moves(game), turn_of(game)
    raw = reply(game, seat, "draw", attachment=bytes(40_000_000))
    limited = (
        "import resource, runpy, sys; most = 300_000_000;"
        "resource.setrlimit(resource.RLIMIT_DATA, (most, most));"
        "sys.argv[:] = ['manage.py', 'receive_mail', '--verbosity', '2'];"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    done = run(["-c", limited], raw)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"too-large")
    assert moves(game) == before


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_while_the_database_is_away_the_mail_server_keeps_it(
    game: Game, take: Take, fault: type[Exception]
) -> None:
    def cut(execute: object, sql: str, *more: object) -> None:
        raise fault("the server closed the connection")

    before, raw = moves(game), reply(game, turn_of(game), "draw")
    with connection.execute_wrapper(cut):
        assert take(raw) == LATER
    assert take(raw) == 0
    assert moves(game) == before + 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/drako"),
        ("DATABASE_URL", "mysql://me:secret@host/drako"),
        ("REPLY_ADDRESS", "play@drako.example"),
    ],
)
def test_while_settings_are_wrong_the_mail_server_keeps_it(
    game: Game, name: str, value: str
) -> None:
    before = moves(game)
    done = pipe(reply(game, turn_of(game), "draw"), **{name: value})
    assert done.returncode == LATER
    assert done.stderr
    assert b"secret" not in done.stderr
    assert moves(game) == before


@pytest.mark.parametrize("options", [["--no-such-option"], ["--to"], ["too", "much"]])
def test_a_wrong_call_sends_no_mail_back(options: list[str], take: Take) -> None:
    assert take(b"x", *options) == LATER


def test_nor_does_a_fault_of_ours(
    take: Take, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Command, "handle", lambda *args, **options: 1 / 0)
    assert take(b"x") == LATER
    assert "ZeroDivisionError" in caplog.text


def test_without_a_reply_address_it_stays_with_the_mail_server(game: Game) -> None:
    before = moves(game)
    answer = pipe(reply(game, turn_of(game), "draw"), REPLY_ADDRESS="")
    assert answer.returncode == LATER
    assert b"REPLY_ADDRESS is not set" in answer.stderr
    assert b"Traceback" not in answer.stderr
    assert moves(game) == before


@pytest.mark.parametrize("address", ["-x@drako.example", "--", "$(id)@drako.example", "ü@x", ""])
def test_any_address_may_be_given(address: str, take: Take) -> None:
    raw = raw_mail(sender="eve@example.com", to="somebody@drako.example", text="draw")
    assert take(raw, f"--to={address}") == 0


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], Path]:
    """Takes a message in while a fault of ours keeps any from being read; returns their folder."""

    def take(raw: bytes) -> Path:
        with monkeypatch.context() as broken:
            broken.setattr("games.mail.incoming.inlet.receive", lambda raw, **more: FAILED)
            broken.setattr("sys.stdin", Stdin(raw))
            call_command("receive_mail")
        return Path(settings.VAR_DIR) / "failed-mails"

    return take


def test_what_a_fault_kept_from_being_read_can_be_given_in_again(
    game: Game, faulty: Callable[[bytes], Path], take: Take, caplog: pytest.LogCaptureFixture
) -> None:
    before, raw = moves(game), reply(game, turn_of(game), "draw")
    folder = faulty(raw)
    assert faulty(raw) == folder
    (file,) = folder.iterdir()
    assert file.read_bytes() == raw
    assert folder.stat().st_mode & 0o077 == file.stat().st_mode & 0o077 == 0
    assert f"receive_mail < {file}" in caplog.text
    assert take(file.read_bytes()) == 0
    assert moves(game) == before + 1


def test_kept_ones_go_after_a_week_and_never_fill_the_disk(
    faulty: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST", 2)
    assert timedelta(days=7) == kept.KEPT
    folder = faulty(b"one")
    old = (timezone.now() - kept.KEPT - timedelta(hours=1)).timestamp()
    os.utime(next(folder.iterdir()), (old, old))
    faulty(b"two")
    faulty(b"three")
    assert sorted(each.read_bytes() for each in folder.iterdir()) == [b"three", b"two"]
    os.utime(next(folder.iterdir()), (old, old))
    assert sweep_failed_mails() == {"deleted": 1}
    assert sweep_failed_mails() == {"deleted": 0}
    faulty(b"five")
    with pytest.raises(CommandError) as error:
        faulty(b"four")
    assert error.value.returncode == LATER


def test_what_cannot_be_kept_stays_with_the_mail_server(
    faulty: Callable[[bytes], Path], settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    settings.VAR_DIR = tmp_path / "file"
    with pytest.raises(CommandError) as error:
        faulty(b"From: ana@example.org")
    assert error.value.returncode == LATER

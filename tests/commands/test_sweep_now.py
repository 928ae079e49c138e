from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings as site_settings
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice
from accounts.outbox import SEND_MAIL
from games.models import Game, Heartbeat
from tests.builders import NOW, make_game, make_user
from tests.fixtures.mail_server import MailServer

pytestmark = pytest.mark.django_db


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_every_sweep_and_the_sender_run_once_and_say_what_they_did(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("sweep_now")
    told = lines(capsys)
    names = [*site_settings.SWEEPS, SEND_MAIL]
    assert [line.split()[1] for line in told] == names
    assert told[0].startswith(f"[1/{len(names)}] ")
    assert all(line.endswith(" s)") for line in told)
    assert Heartbeat.objects.exists()


def test_what_is_overdue_is_worked_off(capsys: pytest.CaptureFixture[str]) -> None:
    game = make_game(make_user(), make_user())
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    call_command("sweep_now")
    assert Game.objects.get(pk=game.pk).version > game.version
    assert any("games.sweep_clocks" in line and ": 1" in line for line in lines(capsys))


def test_one_that_fails_stops_no_other_and_is_named_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(now: object) -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr("games.tasks.beat", fails)
    with pytest.raises(CommandError, match=r"Failed: games\.sweep_clocks$"):
        call_command("sweep_now")
    told = lines(capsys)
    assert len(told) == len(site_settings.SWEEPS) + 1
    assert any("failed: RuntimeError: no such thing" in line for line in told)


def test_a_mailbox_that_cannot_be_read_is_a_failure(
    capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    settings.REPLY_ADDRESS = "play+*@drako.example"
    settings.SWEEPS = {"games.sweep_mailbox": 30.0}
    settings.MAILBOX = {
        **{"scheme": "imap", "host": "127.0.0.1", "port": 1},
        **{"user": "drako", "password": "a secret", "folder": "INBOX"},
    }
    with pytest.raises(CommandError, match=r"Failed: games\.sweep_mailbox$"):
        call_command("sweep_now")
    assert "no server at this port" in lines(capsys)[0]


def test_a_mail_server_that_is_away_is_a_failure(
    capsys: pytest.CaptureFixture[str], settings: Settings, mail_server: MailServer
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mail_server.port
    mail_server.stop()
    ana = make_user(email_proven_at=NOW)
    Notice.objects.create(key="x", user=ana, kind="turn", created_at=NOW, not_before=NOW)
    with pytest.raises(CommandError, match=r"Failed: games\.send_mail$"):
        call_command("sweep_now")
    assert "failed: ConnectionRefusedError" in lines(capsys)[-1]

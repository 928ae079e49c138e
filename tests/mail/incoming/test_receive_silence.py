"""What programs send, what is no mail, and what fails: nothing changes, nothing is answered."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError

from accounts.models import Notice, User
from games.mail.incoming import receive as module
from games.models import Game, ReceivedMail
from tests.builders import make_user
from tests.mail.incoming.letters import address_of, answers, come, raw_mail, reply
from tests.play.test_take_turn import everything

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in")]


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List-Id": "<talk.example.com>"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_what_programs_send_is_not_answered(game: Game, seat: int, headers: dict[str, str]) -> None:
    before = everything(game)
    assert come(reply(game, seat, "draw\n", headers=headers)) == "ignored: automatic"
    assert everything(game) == before
    assert not answers() and not ReceivedMail.objects.exists()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0",
        b"draw",
        b"\xff\xfe" * 500,
        b"To: \r\n\r\n",
        b"Content-Type: multipart/mixed;",
    ],
)
def test_what_is_no_mail(raw: bytes) -> None:
    assert come(raw) == "ignored: not ours"


def test_without_a_reply_address_none_is_taken_and_thrown_away(
    game: Game, seat: int, settings: Any
) -> None:
    raw, address = reply(game, seat, "draw\n"), settings.REPLY_ADDRESS
    settings.REPLY_ADDRESS = ""
    with pytest.raises(module.NoReplyAddressError, match="REPLY_ADDRESS is not set"):
        come(raw)
    settings.REPLY_ADDRESS = address
    assert come(raw) == "played"


def test_what_comes_to_no_live_address_is_not_read(
    game: Game, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_given: object, **_named: object) -> None:
        raise AssertionError("it is read")

    monkeypatch.setattr(module, "read_mail", read)
    live = address_of(game, seat)
    for to in ("somebody@example.org", live.replace("@", "a@"), "play+b-1-abc@drako.example"):
        assert come(raw_mail(sender="eve@example.com", to=to, text="draw")) == "ignored: not ours"
    assert come(raw_mail(sender="eve@example.com", to=live, text="draw")) == "failed"


def test_somebody_without_a_seat(game: Game) -> None:
    raw = raw_mail(sender=make_user().email, to="play+help@drako.example", text="help\n")
    assert come(raw) == "ignored: not ours"
    assert not answers()


def report(game: Game, seat: int, recipient: str) -> bytes:
    return (
        f"From: MAILER-DAEMON@mx.example.org\r\nTo: {address_of(game, seat)}\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n"
        "Auto-Submitted: auto-replied\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\ndraw\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n--b--\r\n"
    ).encode()


def test_it_marks_the_address_and_does_nothing_else(game: Game, seat: int, person: User) -> None:
    before, notices = everything(game), Notice.objects.count()
    assert come(report(game, seat, person.email)) == "bounced"
    person.refresh_from_db()
    assert person.refused_address == person.email
    assert everything(game) == before
    assert (Notice.objects.count(), ReceivedMail.objects.count()) == (notices, 0)


def test_a_bug_is_logged_without_what_the_mail_says(
    game: Game,
    seat: int,
    person: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def break_down(**_named: object) -> None:
        raise ZeroDivisionError(f"{person.email} wrote: draw")

    monkeypatch.setattr(module, "carry_out", break_down)
    assert come(reply(game, seat, "draw\n")) == "failed"
    assert "ZeroDivisionError" in caplog.text and "break_down" in caplog.text
    assert person.email not in caplog.text


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_for_the_inlet(
    game: Game,
    seat: int,
    fault: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def break_down(**_named: object) -> None:
        raise fault("away")

    raw = reply(game, seat, "draw\n")
    with monkeypatch.context() as patched:
        patched.setattr(module, "carry_out", break_down)
        with pytest.raises(fault):
            come(raw)
    assert come(raw) == "played"


def test_the_log_names_game_and_seat_and_nobody(
    game: Game, seat: int, person: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    come(reply(game, seat, "draw\n\nsecret"))
    come(reply(game, seat, "draw\n", sender="other@example.com"))
    come(raw_mail(sender="other@example.com", to="play+x@drako.example", text="secret"))
    lines = [each.getMessage() for each in caplog.records if each.name == module.__name__]
    assert lines == [
        f"A mail: played; game {game.code}, seat {seat}",
        f"A mail: stranger: answered; game {game.code}, seat {seat}",
        "A mail: ignored: not ours; game -, seat -",
    ]
    for word in (person.email, "example.com", "secret", person.name):
        assert word not in caplog.text

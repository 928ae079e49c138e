"""Mails that providers post, as each of them writes them, through the real addresses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from games.mail.incoming import inlet
from games.mail.incoming.letter import MOST_BYTES
from games.mail.incoming.receive import FAILED
from games.models import Game, Move, ReceivedMail
from tests.builders import make_game
from tests.mail.incoming.letters import address_of, player, raw_mail, reply

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SECRET, KEY = "post:0123456789abcdef", "key-of-mailgun"
FOLDER = "/anymail/"


@pytest.fixture(autouse=True)
def _a_provider_posts(settings: Settings, tmp_path: Path) -> None:
    settings.ROOT_URLCONF = "tests.mail.incoming.webhook_urls"
    settings.REPLY_ADDRESS = "play+*@drako.example"
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
    settings.VAR_DIR = tmp_path


@pytest.fixture
def game() -> Game:
    return make_game(player("Ana"), player("Bo"))


@pytest.fixture
def order(game: Game) -> bytes:
    """A card drawn by whose turn it is."""
    return reply(game, seat_of(game), "draw")


def seat_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).active_seat


def drawn(game: Game) -> int:
    return Move.objects.filter(game=game, act="draw").count()


def authorization(secret: str = SECRET) -> str:
    return "Basic " + base64.b64encode(secret.encode()).decode()


def post(name: str, body: Any, *, secret: str = SECRET, **more: Any) -> Any:
    """As from outside: no cookies, no token, and forms of strangers are refused."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if not isinstance(body, dict):
        more["content_type"] = "application/json"
    if secret:
        more["HTTP_AUTHORIZATION"] = authorization(secret)
    return client.post(f"{FOLDER}{name}/", body, **more)


def postmark(raw: bytes, to: str = "") -> Any:
    mail = message_from_bytes(raw)
    body = {
        "FromName": "Ana",
        "From": mail["From"],
        "To": mail["To"],
        "OriginalRecipient": to or mail["To"],
        "Subject": str(mail["Subject"]),
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "Date": mail["Date"],
        "TextBody": "draw",
        "Headers": [
            {"Name": "Return-Path", "Value": "<ana@example.org>"},
            {"Name": "Received-SPF", "Value": "pass"},
        ],
        "RawEmail": raw.decode("utf-8", "replace"),
        "Attachments": [],
    }
    return post("postmark/inbound", json.dumps(body))


def mailgun(raw: bytes, to: str = "", *, key: str = KEY, secret: str = SECRET) -> Any:
    token, timestamp = "f" * 50, "1772352000"
    signed = hmac.new(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256)
    form = {
        "recipient": to or message_from_bytes(raw)["To"],
        "sender": "ana@example.org",
        "body-mime": raw.decode("utf-8", "replace"),
        "timestamp": timestamp,
        "token": token,
        "signature": signed.hexdigest(),
    }
    return post("mailgun/inbound_mime", form, secret=secret)


def sparkpost(raw: bytes, to: str = "", *, encoded: bool = False) -> Any:
    content = base64.b64encode(raw).decode() if encoded else raw.decode("utf-8", "replace")
    body = [
        {
            "msys": {
                "relay_message": {
                    "content": {"email_rfc822": content, "email_rfc822_is_base64": encoded},
                    "friendly_from": "ana@example.org",
                    "msg_from": "ana@example.org",
                    "rcpt_to": to or message_from_bytes(raw)["To"],
                    "protocol": "smtp",
                    "webhook_id": "4839201967643219",
                }
            }
        }
    ]
    return post("sparkpost/inbound", json.dumps(body))


def mailjet(raw: bytes, to: str = "") -> Any:
    mail = message_from_bytes(raw)
    body = {
        "Sender": "ana@example.org",
        "Recipient": to or mail["To"],
        "Date": mail["Date"],
        "From": mail["From"],
        "Subject": mail["Subject"],
        "Headers": {**dict(mail.items()), "Received": ["by one", "by another"]},
        "Parts": [{"Headers": {"Content-Type": "text/plain"}, "ContentRef": "Text-part"}],
        "Text-part": mail.get_payload(),
        "SpamAssassinScore": "0.4",
    }
    return post("mailjet/inbound", json.dumps(body))


PROVIDERS: list[Callable[..., Any]] = [postmark, mailgun, sparkpost, mailjet]
each_provider = pytest.mark.parametrize("provider", PROVIDERS)


@each_provider
def test_an_order_is_played(provider: Callable[..., Any], game: Game, order: bytes) -> None:
    assert provider(order).status_code == 200
    assert drawn(game) == 1


@each_provider
def test_one_that_comes_again_does_nothing(
    provider: Callable[..., Any], game: Game, order: bytes
) -> None:
    provider(order)
    assert provider(order).status_code == 200
    assert drawn(game) == ReceivedMail.objects.count() == 1


@each_provider
def test_the_envelope_alone_may_say_where_it_goes(provider: Callable[..., Any], game: Game) -> None:
    seat = seat_of(game)
    user = game.seats.get(number=seat).user
    assert user is not None
    raw = raw_mail(sender=user.email, to="somebody@drako.example", text="draw")
    assert provider(raw, address_of(game, seat)).status_code == 200
    assert drawn(game) == 1


@each_provider
def test_what_is_none_of_ours_is_taken_in_silence(provider: Callable[..., Any]) -> None:
    raw = raw_mail(sender="eve@example.com", to="somebody@drako.example", text="draw")
    assert provider(raw).status_code == 200
    assert not ReceivedMail.objects.exists()


@each_provider
def test_while_the_database_is_away_it_is_to_come_again(
    provider: Callable[..., Any],
    game: Game,
    order: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(raw: bytes, **more: object) -> str:
        raise OperationalError("away")

    with monkeypatch.context() as cut:
        cut.setattr(inlet, "receive", away)
        assert provider(order).status_code == 500
    assert provider(order).status_code == 200
    assert drawn(game) == 1


@each_provider
def test_what_a_fault_of_ours_kept_from_being_read_does_not_come_again(
    provider: Callable[..., Any],
    order: bytes,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(inlet, "receive", lambda raw, **more: FAILED)
    assert provider(order).status_code == 200
    (file,) = (tmp_path / "failed-mails").iterdir()
    assert message_from_bytes(file.read_bytes())["To"] == message_from_bytes(order)["To"]


@pytest.mark.parametrize("secret", ["", "post:wrong", "post:0123456789abcdeF", ":"])
@pytest.mark.parametrize(
    "name", ["postmark/inbound", "sparkpost/inbound", "mailjet/inbound", "mailgun/inbound_mime"]
)
def test_without_the_secret_nobody_gets_in(
    name: str, secret: str, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    assert post(name, "{}", secret=secret).status_code == 400
    assert drawn(game) == 0
    (line,) = (each for each in caplog.records if each.levelno >= logging.WARNING)
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert "AnymailWebhookValidationFailure" in line.getMessage()


def test_a_signature_by_another_key_is_refused(game: Game, order: bytes) -> None:
    assert mailgun(order, key="another").status_code == 400
    assert mailgun(order, secret="").status_code == 400
    assert drawn(game) == 0


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_nothing_is_to_be_seen_there(client: Client, method: str) -> None:
    assert getattr(client, method)(f"{FOLDER}postmark/inbound/").status_code == 405


def test_providers_may_look_whether_somebody_is_there(client: Client) -> None:
    assert client.head(f"{FOLDER}postmark/inbound/").status_code == 200


@pytest.mark.parametrize("name", ["postmark/inbound", "mailgun/inbound_mime"])
def test_what_is_too_large_for_memory_is_taken_unread(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = post(name, "{}", CONTENT_LENGTH="10000001")
    assert answer.status_code == 200
    assert "10000001 bytes" in caplog.text


@each_provider
def test_a_large_one_is_explained(provider: Callable[..., Any], game: Game, order: bytes) -> None:
    large = order.replace(b"draw", b"draw\r\n" + b"x" * 2_100_000)
    assert provider(large).status_code == 200
    assert drawn(game) == 0
    assert ReceivedMail.objects.get().why == "too-large"


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "shift_jis"])
def test_sparkpost_encodes_what_is_not_utf_8(game: Game, order: bytes, charset: str) -> None:
    text = "draw\r\n\r\nこんにちは" if charset == "shift_jis" else "draw\r\n\r\nGrüße"
    raw = order.replace(b'charset="utf-8"', f'charset="{charset}"'.encode())
    raw = raw.replace(b"7bit", b"8bit").replace(b"draw", text.encode(charset))
    assert sparkpost(raw, encoded=True).status_code == 200
    assert drawn(game) == 1


@pytest.mark.parametrize("provider", [postmark, mailgun, sparkpost])
def test_text_that_is_not_in_its_character_set(
    provider: Callable[..., Any], game: Game, order: bytes
) -> None:
    raw = order.replace(b'charset="utf-8"', b'charset="us-ascii"')
    assert provider(raw.replace(b"draw", "draw\r\n\r\nGrüße".encode())).status_code == 200
    assert drawn(game) == 1


@pytest.mark.parametrize("provider", [postmark, mailgun, sparkpost])
def test_a_message_that_cannot_be_written_again_as_it_came(
    provider: Callable[..., Any], order: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bytes] = []

    def note(raw: bytes, **more: object) -> str:
        given.append(raw)
        return "x"

    monkeypatch.setattr(inlet, "receive", note)
    raw = order.replace(b"Content-Type: text/plain", b"Content-Type: multipart/mixed; boundary=q")
    assert provider(raw.replace(b"draw", "Grüße".encode())).status_code == 200
    assert "Grüße".encode() in given[0]


@pytest.mark.parametrize(
    "damage",
    [
        (b"Subject:", b"Subject: =?utf-8?q?=00=0d=0aBcc:_eve@example.com?=\r\nX-S:"),
        (b"Subject:", b"Subject: " + "ü".encode() * 2000 + b"\r\nX-S:"),
        (b"Content-Type: text/plain", b"Content-Type: text/plain; name*0*=x; =; charset"),
        (b"Date:", b"Date: never\r\nTo: <<>>, @, (\r\nX-D:"),
        (b"MIME-Version", b"Content-Disposition: =?\r\n\tno head at all\r\nMIME-Version"),
    ],
)
@pytest.mark.parametrize("provider", [postmark, mailgun, sparkpost])
def test_malformed_ones_are_taken_once(
    provider: Callable[..., Any], order: bytes, damage: tuple[bytes, bytes], tmp_path: Path
) -> None:
    to = str(message_from_bytes(order)["To"])
    assert provider(order.replace(*damage), to).status_code == 200
    assert not (tmp_path / "failed-mails").exists()


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("postmark/inbound", ""),
        ("postmark/inbound", "[]"),
        ("postmark/inbound", '{"RecordType": "Bounce"}'),
        ("mailjet/inbound", '{"Headers": {"X": "one\\ntwo: three"}}'),
        ("sparkpost/inbound", '[{"msys": {"track_event": {}}}]'),
        ("sparkpost/inbound", '[{"msys": {}}]'),
    ],
)
def test_a_post_that_nobody_can_read_does_not_come_again(
    name: str, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert post(name, body).status_code == 200
    assert "two: three" not in caplog.text


UNREADABLE = '{"Headers": {"X": "one\\ntwo: three"}}'


def test_but_it_is_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert post("mailjet/inbound", UNREADABLE).status_code == 200
    (file,) = (tmp_path / "failed-mails").iterdir()
    assert file.read_text() == UNREADABLE
    assert file.stat().st_mode & 0o077 == 0
    assert str(file) in caplog.text
    large = UNREADABLE.replace("one", "1" * 5_000_000)
    assert post("mailjet/inbound", large).status_code == 200
    sizes = sorted(each.stat().st_size for each in file.parent.iterdir())
    assert sizes == [len(UNREADABLE), MOST_BYTES]


def test_a_form_of_parts_is_kept_as_it_was_read(
    tmp_path: Path, order: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anymail.webhooks.mailgun.AnymailInboundMessage", None)
    assert mailgun(order).status_code == 200
    (file,) = (tmp_path / "failed-mails").iterdir()
    assert json.loads(file.read_text())["body-mime"] == [order.decode()]


def test_one_that_cannot_be_kept_comes_again(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.VAR_DIR = tmp_path / "file"
    assert post("mailjet/inbound", UNREADABLE).status_code == 500


def test_a_stranger_leaves_nothing_on_the_disk(tmp_path: Path) -> None:
    assert post("mailjet/inbound", UNREADABLE, secret="post:wrong").status_code == 400
    assert not (tmp_path / "failed-mails").exists()


@each_provider
def test_without_a_reply_address_it_comes_again(
    provider: Callable[..., Any], game: Game, order: bytes, settings: Settings
) -> None:
    address = settings.REPLY_ADDRESS
    settings.REPLY_ADDRESS = ""
    assert provider(order).status_code == 503
    settings.REPLY_ADDRESS = address
    assert provider(order).status_code == 200
    assert drawn(game) == 1


def test_a_verdict_of_the_provider_counts_only_in_the_message(
    game: Game, order: bytes, settings: Settings
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.net"
    assert postmark(order).status_code == 200  # its Received-SPF says pass
    assert drawn(game) == 0
    assert ReceivedMail.objects.get().why == "unchecked"
    domain = game.seats.get(number=seat_of(game)).user
    assert domain is not None
    host = domain.email.partition("@")[2]
    checked = reply(game, seat_of(game), "draw")
    vouched = f"Authentication-Results: mx.example.net; dmarc=pass header.from={host}\r\n".encode()
    assert postmark(vouched + checked).status_code == 200
    assert drawn(game) == 1


def test_no_text_of_a_mail_is_logged(order: bytes, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    postmark(order)
    address = str(message_from_bytes(order)["To"])
    assert address not in caplog.text
    assert str(message_from_bytes(order)["From"]) not in caplog.text

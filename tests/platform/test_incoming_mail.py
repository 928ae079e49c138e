"""Settings of mail that comes in: read, refused with a hint, and never repeating a password."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from drako_site.checks import check_settings
from drako_site.environment import Environment

from .site_python import read_settings, site_python

REPLY = "play+*@drako.example"
SECRET = "post:0123456789abcdef"
MAILBOX = "imaps://drako%40host:se%3Acret@mail.example/Answers%2FDrako"


def mailbox_of(url: str) -> tuple[dict[str, Any], str]:
    env = Environment()
    env.ENVIRON = {"IMAP_URL": url}
    return env.mailbox("IMAP_URL"), env.problems.get("IMAP_URL", "")


def found(settings: Settings, **changes: object) -> list[str]:
    for name, value in changes.items():
        setattr(settings, name, value)
    return [str(message.id) for message in check_settings()]


@pytest.mark.parametrize(
    ("url", "scheme", "port"),
    [
        ("imaps://me:secret@mail.example", "imaps", 993),
        ("imaps://me:secret@mail.example:1993/", "imaps", 1993),
        ("imap+tls://me:secret@mail.example", "imap+tls", 143),
        ("imap://me:secret@127.0.0.1:1143", "imap", 1143),
    ],
)
def test_mailboxes(url: str, scheme: str, port: int) -> None:
    mailbox, problem = mailbox_of(url)
    assert problem == ""
    assert (mailbox["scheme"], mailbox["port"], mailbox["folder"]) == (scheme, port, "INBOX")
    assert (mailbox["user"], mailbox["password"]) == ("me", "secret")


def test_its_parts_may_be_percent_encoded() -> None:
    mailbox, _ = mailbox_of(MAILBOX)
    assert (mailbox["user"], mailbox["password"]) == ("drako@host", "se:cret")
    assert (mailbox["host"], mailbox["folder"]) == ("mail.example", "Answers/Drako")


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "imaps://",
        "imaps://mail.example",
        "imaps://me@mail.example",
        "imaps://:secret@mail.example",
        "imaps://me:secret@",
        "imaps://me:secret@mail.example:port",
        "imaps://me:secret@[mail.example",
        "imaps://me:secret@mail.example/INBOX?x=1",
        "imaps://me:secret%0d%0aX@mail.example",
        "imap+tls://me:secret@mail.example:993",
        "pop3://me:secret@mail.example",
    ],
)
def test_a_wrong_mailbox_is_noted_without_the_password(url: str) -> None:
    mailbox, problem = mailbox_of(url)
    assert mailbox == {}
    assert problem
    assert "secret" not in problem


def test_without_a_url_there_is_no_mailbox() -> None:
    assert mailbox_of("") == ({}, "")


@pytest.mark.parametrize(
    "address", [REPLY, "*@play.drako.example", "a-long-word+*@drako.example", "*@localhost"]
)
def test_where_answers_can_go(settings: Settings, address: str) -> None:
    assert found(settings, REPLY_ADDRESS=address) == []


@pytest.mark.parametrize(
    "address",
    [
        "*",
        "play@drako.example",
        "play+*@*.drako.example",
        "play@*.drako.example",
        "*+*@drako.example",
        "play+*",
        "play +*@drako.example",
        "play+*@",
        "Play <play+*@drako.example>",
        "play+*@drako.example, other+*@drako.example",
        "fifteen-signs-+*@drako.example",
        "play+*@mail",
        "spiel-ü*@drako.example",
    ],
)
def test_where_answers_cannot_go(settings: Settings, address: str) -> None:
    assert found(settings, REPLY_ADDRESS=address) == ["drako.E009"]
    assert all(message.hint for message in check_settings())


@pytest.mark.parametrize("address", ["play+*@localhost", "*@mail.Localhost", "play+*@[127.0.0.1]"])
def test_where_no_answer_from_elsewhere_comes(settings: Settings, address: str) -> None:
    assert found(settings, REPLY_ADDRESS=address, ON_LAPTOP=False) == ["drako.W014"]
    assert found(settings, ON_LAPTOP=True) == []


@pytest.mark.parametrize(
    "alone",
    [
        {"MAILBOX": {"host": "mail.example"}},
        {"MAIL_WEBHOOK_SECRET": SECRET},
        {"MAIL_AUTHSERV_ID": "mx.drako.example"},
    ],
)
def test_what_is_of_no_use_without_an_address(settings: Settings, alone: dict[str, object]) -> None:
    assert found(settings, **alone) == ["drako.E010"]
    assert found(settings, REPLY_ADDRESS=REPLY) == []


@pytest.mark.parametrize(
    "secret",
    [
        *("secret", "post:short", "post:", ":0123456789abcdef"),
        *(
            "post:0123456789abcde/",
            "post:0123456789abcde=",
            "post:0123456789abcde@",
            "po%t:" + "a" * 16,
        ),
        *("post:0123456789 abcdef", "post:pässwörter-mit-ü", "post:0123:456789abcdef"),
    ],
)
def test_a_secret_that_anybody_could_guess_or_no_url_can_hold(
    settings: Settings, secret: str
) -> None:
    assert found(settings, REPLY_ADDRESS=REPLY, MAIL_WEBHOOK_SECRET=secret) == ["drako.E011"]
    assert not any(secret in f"{message.msg}" for message in check_settings())


def test_a_key_of_mailgun_that_may_post_nothing(settings: Settings) -> None:
    key = {"MAILGUN_WEBHOOK_SIGNING_KEY": "key-of-mailgun"}
    assert found(settings, REPLY_ADDRESS=REPLY, **key) == ["drako.E012"]
    assert not any("key-of-mailgun" in f"{message}" for message in check_settings())
    assert found(settings, MAIL_WEBHOOK_SECRET=SECRET) == []


@pytest.mark.parametrize(
    "name", ["mx.google.com", "mx.drako.example:25", "drako", "host_1.example", "2001:db8::1"]
)
def test_whose_results_can_be_believed(settings: Settings, name: str) -> None:
    assert found(settings, REPLY_ADDRESS=REPLY, MAIL_AUTHSERV_ID=name) == []


@pytest.mark.parametrize(
    "name",
    [
        *("mx.drako.example;", "mx.drako.example; dkim=pass", "mx drako", "mx.drako.example 1"),
        *('"mx.drako.example"', "mx(us)", "dkim=pass", "post@drako.example", "mx.a,mx.b"),
        "https://mx.drako.example",
    ],
)
def test_whose_results_cannot_be_believed(settings: Settings, name: str) -> None:
    assert found(settings, REPLY_ADDRESS=REPLY, MAIL_AUTHSERV_ID=name) == ["drako.E013"]
    assert all(message.hint for message in check_settings())


def test_a_pipe_needs_no_setting_but_the_address(settings: Settings) -> None:
    assert found(settings, REPLY_ADDRESS=REPLY) == []


def test_the_mailbox_is_swept_where_there_is_one(tmp_path: Path) -> None:
    env = {"REPLY_ADDRESS": REPLY, "IMAP_URL": MAILBOX}
    with_one = read_settings("SWEEPS", "CELERY_BEAT_SCHEDULE", folder=tmp_path, **env)
    assert with_one["SWEEPS"]["games.sweep_mailbox"] == 30
    assert "games.sweep_mailbox" in with_one["CELERY_BEAT_SCHEDULE"]
    without = read_settings("SWEEPS", folder=tmp_path)
    assert "games.sweep_mailbox" not in without["SWEEPS"]


ADDRESSES = """
import json
import django
django.setup()
from django.urls import Resolver404, resolve
names = ("mailgun/inbound_mime", "mailjet/inbound", "postmark/inbound", "sparkpost/inbound",
         "brevo/inbound", "resend/inbound", "postmark/tracking", "amazon_ses/inbound")
def there(name):
    try:
        return bool(resolve(f"/anymail/{name}/"))
    except Resolver404:
        return False
print(json.dumps([name for name in names if there(name)]))
"""
FOR_ALL = ["mailjet/inbound", "postmark/inbound", "sparkpost/inbound"]


@pytest.mark.parametrize(
    ("env", "there"),
    [
        ({}, []),
        ({"MAIL_WEBHOOK_SECRET": SECRET}, FOR_ALL),
        (
            {"MAIL_WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": "key"},
            ["mailgun/inbound_mime", *FOR_ALL],
        ),
    ],
)
def test_providers_have_an_address_only_where_they_share_a_secret(
    tmp_path: Path, env: dict[str, str], there: list[str]
) -> None:
    answer = site_python("-c", ADDRESSES, folder=tmp_path, REPLY_ADDRESS=REPLY, **env)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == there


def test_what_anymail_knows_of_the_provider_that_sends_stays(tmp_path: Path) -> None:
    env = {"EMAIL_URL": "postmark://TOKEN", "MAIL_WEBHOOK_SECRET": SECRET, "REPLY_ADDRESS": REPLY}
    read = read_settings("ANYMAIL", "INSTALLED_APPS", folder=tmp_path, **env)
    assert read["ANYMAIL"]["POSTMARK_SERVER_TOKEN"] == "TOKEN"
    assert read["ANYMAIL"]["WEBHOOK_SECRET"] == SECRET
    assert "anymail" in read["INSTALLED_APPS"]

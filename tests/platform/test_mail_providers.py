from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from pytest_django import Settings

from drako_site.environment import Environment
from drako_site.mail_providers import PROVIDERS, provider_settings, written

from .site_python import read_settings, site_python

EXAMPLES = {
    "brevo://xkeysib-1a2B": {"BREVO_API_KEY": "xkeysib-1a2B"},
    "mailgun://key-1a@mg.drako.example": {
        "MAILGUN_API_KEY": "key-1a",
        "MAILGUN_SENDER_DOMAIN": "mg.drako.example",
    },
    "mailgun+eu://key-1a@mg.drako.example": {
        "MAILGUN_API_KEY": "key-1a",
        "MAILGUN_SENDER_DOMAIN": "mg.drako.example",
        "MAILGUN_API_URL": "https://api.eu.mailgun.net/v3",
    },
    "mailjet://1a:2b": {"MAILJET_API_KEY": "1a", "MAILJET_SECRET_KEY": "2b"},
    "postmark://1a-2B": {"POSTMARK_SERVER_TOKEN": "1a-2B"},
    "resend://re_1a%2FB/": {"RESEND_API_KEY": "re_1a/B"},
    "sparkpost://1aB": {"SPARKPOST_API_KEY": "1aB"},
    "sparkpost+eu://1aB": {
        "SPARKPOST_API_KEY": "1aB",
        "SPARKPOST_API_URL": "https://api.eu.sparkpost.com/api/v1",
    },
}


def mail_of(url: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The settings that a URL gives, and what is wrong with it."""
    env = Environment()
    env.ENVIRON = {"EMAIL_URL": url}
    return env.mail("EMAIL_URL"), env.problems


def test_there_is_an_example_of_each() -> None:
    assert {url.partition("://")[0] for url in EXAMPLES} == set(PROVIDERS)


@pytest.mark.parametrize(("url", "told"), EXAMPLES.items())
def test_providers(url: str, told: dict[str, str]) -> None:
    mail, problems = mail_of(url)
    assert problems == {}
    assert mail["ANYMAIL"] == told | {"REQUESTS_TIMEOUT": 20}
    module, _, name = mail["EMAIL_BACKEND"].rpartition(".")
    assert issubclass(getattr(import_module(module), name), BaseEmailBackend)


@pytest.mark.parametrize("url", EXAMPLES)
def test_the_provider_s_backend_has_all_it_needs(url: str, settings: Settings) -> None:
    mail = provider_settings(url)
    settings.ANYMAIL = mail["ANYMAIL"]
    backend: Any = get_connection(mail["EMAIL_BACKEND"])
    payload = backend.build_message_payload(
        EmailMessage("Subject", "Text", "drako@drako.example", ["ana@example.org"]), {}
    )
    key = next(iter(mail["ANYMAIL"].values()))
    assert key in str(vars(payload)) or key in str(payload.get_request_params("https://x"))


@pytest.mark.parametrize(
    "url",
    [
        "postmark://",
        "postmark://se cret",
        "postmark://secret@host",
        "postmark://user:secret",
        "mailgun://secret",
        "mailgun://secret@",
        "mailgun://@mg.drako.example",
        "mailgun://secret@mg.drako.example/path",
        "mailjet://secret",
        "mailjet://secret:",
        "mailjet://a:b:secret",
    ],
)
def test_a_wrong_one_is_noted_with_how_it_is_written_and_never_the_key(url: str) -> None:
    mail, problems = mail_of(url)
    assert mail == {}
    assert written(url.partition("://")[0]) in problems["EMAIL_URL"]
    assert "secret" not in problems["EMAIL_URL"]


@pytest.mark.parametrize("url", ["smtp://", "smtp+tls://:587", "smtps://host", "amazonses://", "x"])
def test_servers_without_a_host_and_schemes_that_nothing_here_can_send_by(url: str) -> None:
    assert mail_of(url) == ({}, {"EMAIL_URL": "It is not the URL of a mail server."})


@pytest.mark.parametrize(
    ("url", "port"),
    [
        ("smtp://host", 25),
        ("smtp+tls://host", 587),
        ("smtp+ssl://host", 465),
        ("smtp+ssl://host:2465", 2465),
    ],
)
def test_a_server_s_port_follows_from_the_scheme(url: str, port: int) -> None:
    assert mail_of(url)[0]["EMAIL_PORT"] == port


def test_the_site_s_settings_know_the_provider(tmp_path: Path) -> None:
    read = read_settings(
        *("EMAIL_BACKEND", "ANYMAIL", "MAIL_VIEWER"),
        folder=tmp_path,
        EMAIL_URL="postmark://token",
    )
    assert read["EMAIL_BACKEND"] == "anymail.backends.postmark.EmailBackend"
    assert read["ANYMAIL"]["POSTMARK_SERVER_TOKEN"] == "token"
    assert read["MAIL_VIEWER"] is False


def test_the_system_check_refuses_a_wrong_one_with_a_hint(tmp_path: Path) -> None:
    answer = site_python(
        *("manage.py", "check"), folder=tmp_path, EMAIL_URL="mailjet://secret-alone"
    )
    assert answer.returncode == 1
    assert "EMAIL_URL: Write mailjet://API_KEY:SECRET_KEY" in answer.stderr
    assert "HINT: smtp+tls://user:password@host:587, or a provider" in answer.stderr
    assert "secret-alone" not in answer.stderr

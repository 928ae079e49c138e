"""The mail server fails: pages work all the same, and the mails come later."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import Notice, User
from games.mail.sender import drain
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form

pytestmark = pytest.mark.django_db


class BrokenBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Any) -> int:
        raise SMTPServerDisconnected("no mail today")


@pytest.fixture
def no_mail_today() -> Iterator[None]:
    with override_settings(EMAIL_BACKEND=f"{__name__}.BrokenBackend"):
        yield


def told(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def later(**passed: float) -> None:
    drain(clock=lambda: timezone.now() + timedelta(**passed))


def test_a_page_sends_no_mail_itself(client: Client) -> None:
    client.post("/accounts/signup/", form())
    assert mail.outbox == []
    assert [sent.to for sent in mails()] == [["bo@example.org"]]


def test_the_account_stands_and_the_mail_is_on_its_way(
    client: Client, whoami: Callable[[Client], int | None], no_mail_today: None
) -> None:
    answer = client.post("/accounts/signup/", form())
    drain()
    assert answer.status_code == 302
    assert whoami(client) == User.objects.get(name="Bo").pk
    assert any("on its way to bo@example.org" in sentence for sentence in told(answer))


def test_the_mail_comes_once_when_the_server_works_again_and_nothing_of_it_is_kept(
    client: Client,
) -> None:
    with override_settings(EMAIL_BACKEND=f"{__name__}.BrokenBackend"):
        client.post("/accounts/signup/", form())
        drain()
    assert mail.outbox == []
    assert Notice.objects.get().payload["to"] == "bo@example.org"
    later(minutes=2)
    later(minutes=4)
    (sent,) = mail.outbox
    assert re.search(r"/accounts/confirm-email/\S+", str(sent.body))
    notice = Notice.objects.get()
    assert (notice.state, notice.payload) == ("sent", {})


def test_a_log_names_no_address(
    client: Client, caplog: pytest.LogCaptureFixture, no_mail_today: None
) -> None:
    client.post("/accounts/signup/", form())
    drain()
    assert "no mail today" in caplog.text
    assert "bo@example.org" not in caplog.text


@pytest.mark.parametrize("email", ["ana@example.org", "nobody@example.org"])
def test_a_lost_password_fails_alike_for_known_and_unknown(
    client: Client, ana: User, email: str, no_mail_today: None
) -> None:
    answer = client.post("/accounts/password/reset/", {"email": email})
    assert answer.status_code == 302
    assert told(answer) == []
    assert Notice.objects.get().payload["to"] == email


def test_a_mail_whose_link_is_about_to_die_is_not_sent(client: Client, ana: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    later(days=2, minutes=1)
    assert mail.outbox == []
    notice = Notice.objects.get()
    assert (notice.state, notice.payload) == ("dropped", {})

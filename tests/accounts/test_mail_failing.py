from __future__ import annotations

from collections.abc import Callable, Iterator
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client, override_settings

from accounts.models import User
from tests.accounts.sign_up_form import form

pytestmark = pytest.mark.django_db


class BrokenBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Any) -> int:
        raise SMTPServerDisconnected("no mail today")


@pytest.fixture(autouse=True)
def _no_mail_today() -> Iterator[None]:
    with override_settings(EMAIL_BACKEND=f"{__name__}.BrokenBackend"):
        yield


def told(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_the_account_stands_and_the_failure_is_logged(
    client: Client, whoami: Callable[[Client], int | None], caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.post("/accounts/signup/", form())
    assert answer.status_code == 302
    assert whoami(client) == User.objects.get(name="Bo").pk
    assert "no mail today" in caplog.text
    assert "bo@example.org" not in caplog.text


def test_nobody_is_told_of_a_mail_that_was_not_sent(client: Client) -> None:
    sentences = told(client.post("/accounts/signup/", form()))
    assert "The mail could not be sent. Please try again later." in sentences
    assert not any("on its way" in sentence for sentence in sentences)


@pytest.mark.parametrize("email", ["ana@example.org", "nobody@example.org"])
def test_a_lost_password_fails_alike_for_known_and_unknown(
    client: Client, ana: User, email: str
) -> None:
    answer = client.post("/accounts/password/reset/", {"email": email})
    assert answer.status_code == 302
    assert told(answer) == ["The mail could not be sent. Please try again later."]

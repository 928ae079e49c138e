"""Addresses that are keys stay out of caches and logs of others, whatever is answered there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.mail.stop import stop_token
from tests.builders import make_game
from tests.views.link_holder import holder, mail_player

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(params=["turn", "stop"])
def path(request: pytest.FixtureRequest) -> str:
    ana = mail_player("Ana")
    if request.param == "turn":
        return holder(make_game(ana, mail_player("Bo"))).path
    return reverse("mail-stop", args=[stop_token(ana, ["turn"])])


def is_kept_secret(answer: object) -> bool:
    headers = answer.headers  # type: ignore[attr-defined]
    return (
        "no-store" in headers.get("Cache-Control", "")
        and "noindex" in headers.get("X-Robots-Tag", "")
        and headers.get("Referrer-Policy") == "no-referrer"
    )


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "options"])
def test_by_any_method(client: Client, path: str, method: str) -> None:
    assert is_kept_secret(getattr(client, method)(path))


def test_without_the_last_slash(client: Client, path: str) -> None:
    answer = client.get(path.removesuffix("/"))
    assert (answer.status_code, answer["Location"]) == (301, path)
    assert is_kept_secret(answer)


def test_by_http(client: Client, path: str, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get(path)
    assert answer.status_code == 301
    assert is_kept_secret(answer)


def test_a_host_that_is_not_ours(client: Client, path: str) -> None:
    answer = client.get(path, HTTP_HOST="other.example")
    assert answer.status_code == 400
    assert is_kept_secret(answer)


def test_a_form_that_nobody_can_read() -> None:
    path = holder(make_game(mail_player("Ana"), mail_player("Bo"))).path
    answer = Client().post(path, b"act=draw", content_type="multipart/form-data")
    assert answer.status_code == 400
    assert is_kept_secret(answer)


def test_addresses_that_are_no_keys_are_as_they_were(client: Client) -> None:
    answer = client.get(reverse("rules"))
    assert "X-Robots-Tag" not in answer
    assert answer["Referrer-Policy"] == "same-origin"

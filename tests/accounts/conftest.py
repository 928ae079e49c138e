"""People for the tests of accounts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import make_guest, make_member

NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
PASSWORD = "a-long-walk-home"


@pytest.fixture
def ana(db: None) -> User:
    return make_member(name="Ana", email="ana@example.org", password=PASSWORD)


@pytest.fixture
def guest(db: None) -> User:
    return make_guest(NOW)


@pytest.fixture
def as_guest(client: Client, guest: User) -> Client:
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def as_ana(client: Client, ana: User) -> Client:
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def whoami() -> Callable[[Client], int | None]:
    """The id of who is signed in with a client."""

    def asked(client: Client) -> int | None:
        found = client.session.get("_auth_user_id")
        return int(found) if found else None

    return asked

"""What tests of mails share."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import Settings

from accounts.models import User
from games.models import Game
from tests.builders import NOW, make_game, make_user
from tests.mail.post_office import simple_kinds

__all__ = ["simple_kinds"]


@pytest.fixture
def people() -> list[User]:
    """Three people, by seat of `game`."""
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """Their game, at its first turn."""
    return make_game(*people)


@pytest.fixture
def site(settings: Settings) -> None:
    """Where links go to, and answers."""
    settings.SITE_URL = "https://drako.example"
    settings.REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def ana() -> User:
    """She plays from the mail."""
    since = NOW - timedelta(days=1)
    return make_user("Ana", email_proven_at=since, plays_by_mail_since=since)


@pytest.fixture
def bo() -> User:
    """He does not."""
    return make_user("Bo", email_proven_at=NOW - timedelta(days=1))

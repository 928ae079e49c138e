"""What tests of answers share: a game of three who play from the mail."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from accounts.models import User
from games.models import Game
from tests.builders import make_game
from tests.mail.answering import player


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SITE_URL, settings.SITE_HOST = "https://drako.example", "drako.example"
    settings.REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def people() -> list[User]:
    """All play from the mail."""
    return [player("Ana"), player("Bo"), player("Cy")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """Ana has the first turn: hers is the oldest account."""
    return make_game(*people, first_by="account")

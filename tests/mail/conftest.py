"""What tests of mails share."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from tests.builders import make_game, make_user
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

"""What tests of incoming mail share: a game played from the mail, of which a mail may come."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from tests.builders import make_game
from tests.mail.incoming.letters import player


@pytest.fixture
def mail_comes_in(settings: Any) -> None:
    """Answers have an address to go to, and nobody checks who wrote them."""
    settings.REPLY_ADDRESS = "play+*@drako.example"
    settings.MAIL_AUTHSERV_ID = ""


@pytest.fixture
def game() -> Game:
    """A game of two, at its first turn."""
    return make_game(player("Ana"), player("Bo"))


@pytest.fixture
def seat(game: Game) -> int:
    """The seat whose turn it is."""
    return game.active_seat


@pytest.fixture
def person(game: Game, seat: int) -> User:
    """Whose turn it is."""
    return User.objects.get(seats__game=game, seats__number=seat)

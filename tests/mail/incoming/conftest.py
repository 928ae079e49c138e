"""What tests of incoming mail share: a game played from the mail, of which a mail may come."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fixtures.by_mail import game, person, seat

__all__ = ["game", "mail_comes_in", "person", "seat"]


@pytest.fixture
def mail_comes_in(settings: Any) -> None:
    """Answers have an address to go to, and nobody checks who wrote them."""
    settings.REPLY_ADDRESS = "play+*@drako.example"
    settings.MAIL_AUTHSERV_ID = ""

"""Answers as people's mail programs send them: each gives exactly the orders its author wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.mail.incoming.orders import read_orders
from games.mail.incoming.read import read_mail
from games.play.by_mail.order import Order
from games.rules.cards import SQUARES

MESSAGES = Path(__file__).parent / "messages"
ORDERS: dict[str, list[str]] = json.loads((MESSAGES / "orders.json").read_text("utf-8"))
"""By file, in notation."""


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.SITE_URL = "https://drako.example"


def notation(order: Order) -> str:
    """An order as the notation of RULES writes it."""
    words = [order.verb, *(SQUARES[square] for square in order.squares), order.detail]
    return " ".join(word for word in words if word)


@pytest.mark.parametrize("name", sorted(ORDERS))
def test_the_orders_are_those_that_its_author_wrote(name: str) -> None:
    mail = read_mail((MESSAGES / f"{name}.eml").read_bytes())
    assert [notation(order) for order in read_orders(mail.text).orders] == ORDERS[name]


@pytest.mark.parametrize("name", sorted(ORDERS))
def test_what_is_quoted_is_gone(name: str) -> None:
    text = read_mail((MESSAGES / f"{name}.eml").read_bytes()).text
    assert "keep a1" not in text and "take d4" not in text
    assert "turn 7 of 40" not in text and "No more mails" not in text


@pytest.mark.parametrize("name", sorted(ORDERS))
def test_a_person_wrote_it_to_the_reply_address(name: str) -> None:
    mail = read_mail((MESSAGES / f"{name}.eml").read_bytes())
    assert mail.senders == ("bo@example.org",)
    assert mail.recipients == ("play+r-2s-7-k3v7qf5m2xw4hd6zt8nb9cja@drako.example",)
    assert mail.message_id.startswith("<") and not mail.automatic and not mail.too_large
    assert mail.report is None


def test_every_message_has_its_orders_and_the_line_ends_of_mail() -> None:
    files = sorted(MESSAGES.glob("*.eml"), key=lambda file: file.stem)
    assert [file.stem for file in files] == sorted(ORDERS)
    assert len(files) >= 40
    with_other_ends = [file.stem for file in files if b"\r\nMIME" not in file.read_bytes()]
    assert with_other_ends == ["no-mime-piped"]

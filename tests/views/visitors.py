"""Browsers of people, and what they read, for tests of pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.test import Client

from accounts.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def browser_of(user: User) -> Client:
    """A browser in which `user` is signed in."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def hidden_value(html: str, name: str) -> str:
    """The value of the first hidden field of this name on a page."""
    field = re.search(rf'<input[^>]*name="{name}"[^>]*>', html)
    assert field, f"no field {name}"
    value = re.search(r'value="([^"]*)"', field[0])
    assert value, f"no value in {field[0]}"
    return value[1]


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def words(html: str) -> str:
    """The text of a page, white space made single spaces."""
    reader = _Words()
    reader.feed(html)
    return " ".join(" ".join(reader.parts).split())

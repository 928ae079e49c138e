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


class _Fields(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        name, value = has.get("name") or "", has.get("value")
        if tag == "select":
            self.select = name
        elif tag == "option" and "selected" in has:
            self.values[self.select] = value or ""
        elif tag == "input" and name and (has.get("type") not in LEFT_OUT or "checked" in has):
            self.values[name] = value or ("on" if has.get("type") == "checkbox" else "")


LEFT_OUT = ("radio", "checkbox")
"""Inputs that a browser sends only when they are checked."""


def fields_of(html: str) -> dict[str, str]:
    """What a browser sends of a page that nobody has filled in, all its forms together."""
    reader = _Fields()
    reader.feed(html)
    return reader.values

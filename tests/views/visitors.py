"""Browsers of people, and what they read, for tests of pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from threading import Barrier, Thread
from typing import TypeVar

from django.db import connections
from django.test import Client

from accounts.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"
T = TypeVar("T")


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


def side_by_side(acts: Sequence[Callable[[], T]]) -> list[T]:
    """What the acts return, all begun at the same moment on connections of their own."""
    barrier = Barrier(len(acts))
    results: list[T] = []
    faults: list[BaseException] = []

    def run(act: Callable[[], T]) -> None:
        try:
            barrier.wait()
            results.append(act())
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return results

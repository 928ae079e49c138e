"""What an answer came to: its status, where it leads, and whether it changed anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from .acts import Act, Answer
from .house import House

SIGN_IN = re.compile(r"/(accounts|admin)/login/")
SIGN_UP = "/accounts/signup/"
WRITES = re.compile(r'\s*(INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
VISITS = {"django_session"}
"""What is written for a visit and tells nothing of an act."""


def outcome(act: Act, browser: Client, house: House) -> str:
    """Do it, and undo it: "in" or "up" for being sent to sign in or up, else the status.

    A "+" behind it: rows were written.
    """
    with undone(browser), CaptureQueriesContext(connection) as asked:
        answer = act(browser, house)
    written = {found[2] for query in asked if (found := WRITES.match(query["sql"]))}
    return _status(answer) + ("+" if written - VISITS else "")


@contextmanager
def undone(browser: Client) -> Iterator[None]:
    """Undo what is done inside: rows, and what the browser has been told to keep."""
    cookies = deepcopy(browser.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    browser.cookies = cookies


def _status(answer: Answer) -> str:
    to = answer.headers.get("Location", "")
    if SIGN_IN.search(to):
        return "in"
    return "up" if to.startswith(SIGN_UP) else str(answer.status_code)

"""What an answer came to: its status, where it leads, and whether it changed anything."""

from __future__ import annotations

import re

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from .acts import Act
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
    cookies = browser.cookies.copy()
    with transaction.atomic():
        with CaptureQueriesContext(connection) as asked:
            answer = act(browser, house)
        transaction.set_rollback(True)
    browser.cookies = cookies
    written = {found[2] for query in asked if (found := WRITES.match(query["sql"]))}
    return _status(answer) + ("+" if written - VISITS else "")


def _status(answer: HttpResponse) -> str:
    to = answer.headers.get("Location", "")
    if SIGN_IN.search(to):
        return "in"
    return "up" if to.startswith(SIGN_UP) else str(answer.status_code)

"""One mailbox by IMAP: its messages in parts that fit, and folders beside it to move them to."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from imaplib import IMAP4
from typing import Any

from django.conf import settings
from imap_tools import AND, BaseMailBox, MailBox, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, UnexpectedCommandStatusError

from .letter import MOST_BYTES

PATIENCE = 10  # seconds for each answer of the server
TROUBLE = (OSError, IMAP4.error, ImapToolsError)
"""What goes wrong with a server: away, cut off, refuses."""
REFUSED = (UnexpectedCommandStatusError,)
"""The server did not do one thing; the connection lives."""
_PERSONAL = re.compile(rb'^\(\("((?:[^"\\]|\\.)*)"')


class Box:
    """The mailbox that MAILBOX names, signed in, its folder opened."""

    def __init__(self, box: BaseMailBox, prefix: str) -> None:
        self._box = box
        self._prefix = prefix  # of folders, on servers where all lie below INBOX
        self._there: set[str] = set()  # folders that were found, or made

    def numbers(self) -> list[str]:
        """Return the lasting numbers (UIDs) of the messages that lie there, the oldest first."""
        return self._box.uids("UNDELETED", charset=None)

    def lies_there(self, number: str) -> bool:
        return bool(self._box.uids(f"UID {number} UNDELETED", charset=None))

    def message(self, number: str) -> bytes | None:
        """Return a message, its first MOST_BYTES + 1 bytes at most; None if it is gone.

        It stays unread for whoever looks into the mailbox as well.
        """
        parts = f"(BODY.PEEK[]<0.{MOST_BYTES + 1}>)"
        said, data = self._box.client.uid("FETCH", number, parts)
        if said != "OK":
            raise UnexpectedCommandStatusError((said, data), "OK")
        for item in data:
            if isinstance(item, tuple) and b"BODY[]" in item[0].upper():
                return bytes(item[1])
        return None

    def move(self, number: str, name: str) -> None:
        """Move a message to a folder beside INBOX, made if it is missing; nothing if it is gone."""
        folder = self._beside(name)
        try:
            self._box.move(number, folder)
        except REFUSED:
            if self.lies_there(number):
                raise

    def empty(self, name: str, before: datetime) -> int:
        """Delete what came before that day from a folder beside INBOX; return how many.

        Nothing is open afterwards.
        """
        folder = self._beside(name)
        self._box.folder.set(folder)
        old = self._box.uids(AND(date_lt=before.date()), charset=None)
        self._box.delete(old, chunks=100)
        return len(old)

    def _beside(self, name: str) -> str:
        folder = self._prefix + name
        if folder not in self._there:
            if not self._box.folder.exists(folder):
                with suppress(*REFUSED):  # another process made it meanwhile
                    self._box.folder.create(folder)
                with suppress(*REFUSED):
                    self._box.folder.subscribe(folder, True)
            self._there.add(folder)
        return folder


@contextmanager
def opened() -> Iterator[Box]:
    """Sign in to the mailbox while the block lasts. Raises TROUBLE."""
    at = settings.MAILBOX
    box = _connected(at)
    try:
        if at["scheme"] == "imap+tls":
            box.client.starttls(ssl.create_default_context())
        login = box.login if (at["user"] + at["password"]).isascii() else box.login_utf8
        login(at["user"], at["password"], initial_folder=None)
        _look_what_it_can(box)
        prefix = _prefix(box)
        box.folder.set(at["folder"])
        yield Box(box, prefix)
    finally:
        with suppress(*TROUBLE):
            box.logout()
        with suppress(OSError):  # it is not, where the server does not say good-bye
            box.client.shutdown()


def _connected(at: dict[str, Any]) -> BaseMailBox:
    where: dict[str, Any] = {"host": at["host"], "port": at["port"], "timeout": PATIENCE}
    if at["scheme"] != "imaps":
        return MailBoxUnencrypted(**where)  # so far
    # Without a context of ours nobody looks whose certificate it is.
    return MailBox(**where, ssl_context=ssl.create_default_context())


def _look_what_it_can(box: BaseMailBox) -> None:
    """Servers can more for those who have signed in, MOVE above all; imaplib asks but before."""
    said, data = box.client.capability()
    if said == "OK" and data and data[-1]:
        box.client.capabilities = tuple(data[-1].decode("ascii", "replace").upper().split())


def _prefix(box: BaseMailBox) -> str:
    """Return what all folders of one's own begin with: "INBOX." on some servers, else nothing."""
    if "NAMESPACE" not in box.client.capabilities:
        return ""
    said, data = box.client.namespace()
    found = _PERSONAL.match(data[-1] or b"") if said == "OK" and data else None
    return found[1].decode("ascii", "replace") if found else ""

"""A mailbox that answers come to, by an IMAP_URL: `imaps://user:password@host:993/INBOX`."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

IMAP_PORTS = {"imaps": 993, "imap+tls": 143, "imap": 143}
WRITTEN = "imaps://user:password@host:993/INBOX, its parts percent-encoded."


def mailbox_settings(url: str) -> dict[str, Any]:
    """Return scheme, host, port, user, password and folder of a mailbox.

    Raises ValueError with a sentence that says what is missing, and never repeats the password.
    """
    scheme = url.partition("://")[0]
    if scheme not in IMAP_PORTS:
        raise ValueError("It begins neither with imaps:// nor with imap+tls:// or imap://.")
    try:
        parts = urlsplit(url)
        port = parts.port or IMAP_PORTS[scheme]
    except ValueError:
        # What is said of it may repeat the password.
        raise ValueError("It is not the URL of a mailbox.") from None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not parts.hostname or not user or not password or parts.query or parts.fragment:
        raise ValueError("It does not name user, password and host.")
    folder = unquote(parts.path.removeprefix("/")) or "INBOX"
    if not (user + password + folder).isprintable():
        raise ValueError("There are signs in it that are no letters, digits or punctuation.")
    if scheme == "imap+tls" and port == IMAP_PORTS["imaps"]:
        raise ValueError("At port 993 TLS begins at once: imaps:// does that.")
    return {
        "scheme": scheme,
        "host": parts.hostname,
        "port": port,
        "user": user,
        "password": password,
        "folder": folder,
    }

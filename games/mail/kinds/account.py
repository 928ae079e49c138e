"""Mails about accounts: to prove an address, to get a new password. They come rendered."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress

from accounts.models import Notice
from accounts.outbox import ACCOUNT
from games.mail.kind import Kind, Later, Told, Untrue

GOOD_FOR = timedelta(days=2)
"""The links in them die after three days: one that comes later is of no use."""

PROOF = "email_confirmation"
"""What the names of mails begin with that are to prove an address."""


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Tell what the page has rendered, unless its link is of no use any more."""
    mail = notice.payload
    if now - notice.created_at > GOOD_FOR:
        return Untrue("its link is too old")
    if mail["about"].startswith(PROOF) and not _waits_for_proof(notice):
        return Untrue("the address is proven already, or given up")
    return Told(line=mail["subject"], link="/", context=mail)


def _waits_for_proof(notice: Notice) -> bool:
    addresses = EmailAddress.objects.filter(user=notice.user_id, email=notice.payload["to"])
    return addresses.filter(verified=False).exists()


KIND = Kind(name=ACCOUNT, look=look, rank=90)

"""Mails about accounts that people ask for: one at a time, and not too often.

What counts is what the mail server took. A mail that still waits in the outbox is not posted again,
and counts against nobody: an outage uses up no limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from . import outbox
from .models import Notice

PROOF, RESET = "proof", "reset"
"""To prove an address; to get a new password, or to be told that nobody has the address."""
_SORTS = {
    "email_confirmation": PROOF,
    "email_confirmation_signup": PROOF,
    "password_reset_key": RESET,
    "unknown_account": RESET,
}
_RATES = {
    PROOF: ((1, timedelta(minutes=3)), (10, timedelta(days=1))),
    RESET: ((3, timedelta(minutes=10)), (10, timedelta(days=1))),
}
"""So many of a sort to one address in such a time."""
RENEWED_AFTER = timedelta(days=1)
"""A mail that has waited longer makes room for one with a fresh link, if somebody asks again."""
_ASKED_ANEW = 180  # seconds between two looks of the mail server at an address that it refused
_OPEN = (Notice.State.WAITING, Notice.State.SENDING)


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asks for a mail of a `sort` to an address; a proof is for one person alone."""

    sort: str
    to: str
    user_id: int | None = None

    def waits(self, now: datetime) -> Notice | None:
        """Return the mail that is on its way already and whose link is good, if there is one."""
        young = self._posted().filter(created_at__gt=now - RENEWED_AFTER, state__in=_OPEN)
        newest = young.order_by("-created_at").first()
        return newest if newest and newest.payload.get("address") == self._address() else None

    def wait(self, now: datetime) -> timedelta | None:
        """Return how long another mail has to wait for those that were sent; None: not at all."""
        longest = timedelta()
        for most, span in _RATES[self.sort]:
            sent = self._posted().filter(state=Notice.State.SENT, sent_at__gt=now - span)
            moments = list(sent.order_by("-sent_at").values_list("sent_at", flat=True)[:most])
            if len(moments) == most and moments[-1]:
                longest = max(longest, moments[-1] + span - now)
        return longest or None

    def post(self, mail: dict[str, str], now: datetime) -> bool:
        """Post a mail unless one is on its way, or it is too soon; return whether it was posted.

        One that waits with an older link makes room. Of two at the same moment one is posted.
        """
        # Read first: what is posted after it by somebody else is seen next, or has the same number.
        latest = self._posted().order_by("-pk").first()
        if self.waits(now) or self.wait(now):
            return False
        if latest is not None:
            for outdated in self._posted().filter(state=Notice.State.WAITING, pk__lte=latest.pk):
                outbox.cancel(outdated)
        number = int(latest.key.rpartition(":")[2]) + 1 if latest else 1
        outbox.post(
            key=f"{self._prefix()}{number}",
            user_id=self.user_id,
            kind=outbox.ACCOUNT,
            payload={**mail, "address": self._address()},
            now=now,
        )
        return True

    def _posted(self) -> QuerySet[Notice]:
        return Notice.objects.filter(key__startswith=self._prefix())

    def _prefix(self) -> str:
        """What the keys of these mails begin with: they tell no address."""
        whose = f"{self.user_id or ''}|{self.to.lower()}" if self.sort == PROOF else self.to.lower()
        digest = salted_hmac("accounts.account_mails", whose, algorithm="sha256").hexdigest()
        return f"{outbox.ACCOUNT}:{self.sort}:{digest[:32]}:"

    def _address(self) -> int | None:
        """The row that a proof proves: an address that was given up and taken again has another."""
        if self.sort != PROOF:
            return None
        rows = EmailAddress.objects.filter(user=self.user_id, email=self.to.lower())
        return rows.values_list("pk", flat=True).first()


def sort_of(about: str) -> str:
    """Return the sort of the mails that are `about` this; empty for those nobody asks for."""
    return _SORTS.get(about, "")


def try_anew(notice: Notice, now: datetime) -> None:
    """Let the mail server look again at a mail that it refused for its address, at times."""
    refused = notice.failing_since is None and notice.held_since is not None
    if refused and cache.add(f"asked-anew:{notice.pk}", True, _ASKED_ANEW):
        outbox.reconsider([notice.key], now=now)
        transaction.on_commit(outbox.wake_sender, robust=True)

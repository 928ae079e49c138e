"""Mails about accounts that people ask for: one at a time, and not too often.

What counts is what the mail server took. A mail that still waits in the outbox is not posted again,
and counts against nobody: an outage uses up no limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
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
"""So many of a sort in such a time: proofs that one person asks for, resets to an address."""
_RATES_OF_ALL = _RATES[RESET]
"""So many of a sort to one address, whoever asks; what is on its way for others counts as sent."""
_TRIES = 5  # to post before others: more of them than the rates let through
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
        others = self._to_address().exclude(user=self.user_id).filter(state__in=_OPEN).count()
        longest = max(
            _wait_for(self._posted(), _RATES[self.sort], now),
            _wait_for(self._to_address(), _RATES_OF_ALL, now, under_way=others),
        )
        return longest or None

    def post(self, mail: dict[str, str], now: datetime) -> bool:
        """Post a mail unless one is on its way, or it is too soon; return whether it was posted.

        One that waits with an older link makes room. Of two at the same moment one is posted.
        """
        for _try in range(_TRIES):
            # Read first: what somebody posts after it is seen next, or has the same number.
            latest = self._to_address().order_by("-pk").first()
            if self.waits(now) or self.wait(now):
                return False
            if latest is not None:
                for outdated in self._posted().filter(
                    state=Notice.State.WAITING, pk__lte=latest.pk
                ):
                    outbox.cancel(outdated)
            number = int(latest.key.rpartition(":")[2]) + 1 if latest else 1
            key = f"{self._prefix()}{number}"
            outbox.post(
                key=key,
                user_id=self.user_id,
                kind=outbox.ACCOUNT,
                payload={**mail, "address": self._address()},
                now=now,
            )
            if self._posted().filter(key=key).exists():  # else it is another person's
                return True
        return False

    def _posted(self) -> QuerySet[Notice]:
        """What was posted for whoever asks: a proof is one person's, a reset its address's."""
        mails = self._to_address()
        return mails.filter(user=self.user_id) if self.sort == PROOF else mails

    def _to_address(self) -> QuerySet[Notice]:
        return Notice.objects.filter(key__startswith=self._prefix())

    def _prefix(self) -> str:
        """What the keys of all mails of the sort to the address begin with: it tells no address."""
        to = self.to.lower()
        digest = salted_hmac("accounts.account_mails", to, algorithm="sha256").hexdigest()
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


def keep_counting(user_id: int) -> None:
    """Let what was sent for somebody who leaves count on for its addresses, and be nobody's."""
    begins = Q(key__startswith=f"{outbox.ACCOUNT}:{PROOF}:")
    begins |= Q(key__startswith=f"{outbox.ACCOUNT}:{RESET}:")
    sent = Notice.objects.filter(begins, user=user_id, state=Notice.State.SENT)
    sent.update(user=None, message_id="", payload={}, error="")


def _wait_for(
    mails: QuerySet[Notice],
    rates: Iterable[tuple[int, timedelta]],
    now: datetime,
    *,
    under_way: int = 0,
) -> timedelta:
    """Return how long the mails sent, and those `under_way`, keep another one waiting."""
    longest = timedelta()
    for most, span in rates:
        sent = mails.filter(state=Notice.State.SENT, sent_at__gt=now - span)
        newest = sent.order_by("-sent_at").values_list("sent_at", flat=True)[:most]
        moments = [now] * under_way + [moment for moment in newest if moment]
        if len(moments) >= most:
            longest = max(longest, moments[most - 1] + span - now)
    return longest


def try_anew(notice: Notice, now: datetime) -> None:
    """Let the mail server look again at a mail that it refused for its address, at times."""
    refused = notice.failing_since is None and notice.held_since is not None
    if refused and cache.add(f"asked-anew:{notice.pk}", True, _ASKED_ANEW):
        outbox.reconsider([notice.key], now=now)
        transaction.on_commit(outbox.wake_sender, robust=True)

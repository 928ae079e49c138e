"""An account that its person deletes: shut at once, under the lock of its row.

Name and address are free from that moment, but for names that were taken away, and nobody can sign
in. The games follow, one by one: `accounts.end_accounts`.
"""

from __future__ import annotations

import logging
import secrets
from datetime import datetime
from typing import NamedTuple
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import translation

from accounts import audit, outbox
from accounts.models import Act, HeldName, Notice, User
from accounts.taken_names import forget_taken
from games.models import Invitation, ReceivedMail, Report
from games.play.after import WORK_OFF_PEOPLE, nudge
from games.play.batches import is_database_away
from games.play.errors import PlayError

from .mailbox import delete_mails_to
from .own_reports import empty_reports, find_reports_of, lock_reports_of
from .texts import ABOUT, Found, Words, find_texts, forget_texts, words_for

logger = logging.getLogger(__name__)

TRIES = 4
"""So often an account is closed while something of the same moment is in the way."""
LAST_MAIL = "account-closed:"
"""What the keys of last mails begin with; they go to an address that is nobody's any more."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_BLANK = {
    "email": "",
    "email_proven_at": None,
    "refused_address": "",
    "refused_why": "",
    "plays_by_mail_since": None,
    "time_zone": "",
    "is_active": False,
    "is_staff": False,
    "is_superuser": False,
}


class Traces(NamedTuple):
    """What others wrote of a person, found and its reports locked before the person is."""

    words: Words
    found: Found
    reports: set[int]

    def are_of(self, user: User) -> bool:
        """Return whether they are all there is, now that the person is locked.

        Not, if they have got another name, or somebody has filed a report meanwhile.
        """
        return self.words == words_for(user) and self.reports >= find_reports_of(user)


def trace(user: User) -> Traces:
    """Return the traces of a person whom the caller locks next, in the same transaction."""
    words = words_for(user)
    found = find_texts(user, words)
    reports = lock_reports_of(user, found.get(Report, {}))
    # Also those that had no word of them before they were locked: they may have got some.
    theirs = dict.fromkeys(reports & find_reports_of(user), ABOUT)
    found[Report] = found.get(Report, {}) | theirs
    return Traces(words, found, reports)


def close_account(*, user_id: int, now: datetime) -> None:
    """Shut an account for good and tell its proven address; closing it twice changes nothing.

    Raises PlayError: `leaving-suspended` for somebody who is shut out, `last-superuser`,
    `leaving-busy` when others were in the way again and again. Raises User.DoesNotExist when it is
    gone already.
    """
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                if _close(user_id, now):
                    return
        except OperationalError as fault:
            if is_database_away(fault):
                raise
            logger.warning("Closing account %s is tried again: %s", user_id, fault)
    raise PlayError("leaving-busy")


def _close(user_id: int, now: datetime) -> bool:
    """Close an account; return whether it is closed: not, if its traces are others just now."""
    traces = trace(User.objects.get(pk=user_id))
    user = _lock(user_id)
    if user.closing_at is not None:
        return True
    if user.is_suspended(now):
        raise PlayError("leaving-suspended")
    if is_last_superuser(user):
        raise PlayError("last-superuser")
    if not traces.are_of(user):
        return False
    if user.email and user.email_proven_at is not None:
        _say_goodbye(user, now)
    shut(user, traces, now)
    return True


def shut(user: User, traces: Traces, now: datetime) -> None:
    """Take from an account, whose row the caller has locked, all that tells who had it.

    Locks lines of the log by key, then the other texts, as everybody who goes does.
    """
    emails = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    addresses = {user.email, *emails} - {""}
    _lock_acts(user, traces.found)
    empty_reports(user, traces.reports, now)
    forget_taken(user)
    audit.forget_author(user)
    forget_texts(user, traces.words, traces.found)
    delete_mails_to(addresses)
    _drop_mails(user, addresses)
    EmailAddress.objects.filter(user=user).delete()
    HeldName.objects.let_go(user, now)
    Invitation.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.name = "Former player " + "".join(secrets.choice(_LETTERS) for _ in range(8))
    user.closing_at = now
    user.set_unusable_password()  # which ends all sessions
    for column, value in _BLANK.items():
        setattr(user, column, value)
    # The last thing that waits for anybody: who decides on a report tells its people.
    user.save(update_fields=["name", "name_key", "password", "closing_at", *_BLANK])
    nudge(WORK_OFF_PEOPLE)


def is_last_superuser(user: User) -> bool:
    """Return whether nobody else could do everything in the admin."""
    others = User.objects.filter(is_superuser=True, is_active=True, closing_at=None)
    return user.is_superuser and not others.exclude(pk=user.pk).exists()


def _lock_acts(user: User, found: Found) -> None:
    """Lock all lines of the log that are changed with the account, by key."""
    theirs = Q(by=user) | Q(person=user, what=Act.What.RENAME) | Q(pk__in=list(found.get(Act, {})))
    rows = Act.objects.filter(theirs).order_by("pk").select_for_update(no_key=True)
    list(rows.values_list("pk"))


def _lock(user_id: int) -> User:
    """Lock the row of the person; that of a superuser with those of all others, in order."""
    user = User.objects.get(pk=user_id)
    rows = Q(pk=user_id) | Q(is_superuser=True) if user.is_superuser else Q(pk=user_id)
    locked = User.objects.select_for_update(no_key=True).filter(rows).order_by("pk")
    found = next((row for row in locked if row.pk == user_id), None)
    if found is None:
        raise User.DoesNotExist
    return found


def _say_goodbye(user: User, now: datetime) -> None:
    """Post a last mail, as a person without an account would get it."""
    with translation.override(settings.LANGUAGE_CODE):
        context = {"name": user.name}
        subject, text = (
            render_to_string(f"account/email/account_closed_{part}.txt", context).strip()
            for part in ("subject", "message")
        )
    outbox.post(
        key=f"{LAST_MAIL}{uuid4()}",
        user_id=None,
        kind=outbox.ACCOUNT,
        payload={"to": user.email, "about": "account_closed", "subject": subject, "text": text},
        now=now,
    )


def _drop_mails(user: User, addresses: set[str]) -> None:
    """Keep no mail that came from the person, or that waits for them or for their address."""
    ReceivedMail.objects.filter(user=user).delete()
    Notice.objects.filter(user=user, state=Notice.State.WAITING).delete()
    to_nobody = Notice.objects.filter(user=None, kind=outbox.ACCOUNT)
    to_nobody = to_nobody.exclude(key__startswith=LAST_MAIL)
    for address in addresses:
        to_nobody.filter(Q(payload__to__iexact=address) | Q(error__icontains=address)).delete()

"""Other names for members: chosen by themselves once a month, or given for one that cannot stay.

Open and running games show the name that an account has; records keep that of their time.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from . import audit
from .held_names import is_taken
from .models import Act, HeldName, User
from .models.names import normal_name
from .outbox import post
from .services import TakenError
from .taken_names import as_taken, was_taken

NAME_TAKEN = "name-taken"
"""The kind of mail that tells a person that their name was taken away; payload: `act`."""

RENAME_EVERY = timedelta(days=30)
_GIVEN = "Player {:04}"
_GIVEN_NUMBERS = 100_000
_GIVEN_TRIES = 20


class RenameError(Exception):
    """A refusal with a stable `code`: "guest", "closed", "too-soon", "taken-away".

    The view makes the sentence.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NoFreeNameError(Exception):
    """No free name was found to be given."""


def next_rename(user: User) -> datetime | None:
    """From when on `user` may choose another name; None: ever since."""
    return None if user.renamed_at is None else user.renamed_at + RENAME_EVERY


def rename(*, user: User, name: str, now: datetime) -> User:
    """Give a member the name that they chose, a good one; return the row as saved.

    The name they have is no error and changes nothing; any other spelling of it counts like another
    name. The one from before stays theirs for a year. Raises RenameError: `guest`, `taken-away`
    for what a moderator took from them, or looks like it, `too-soon`; TakenError for a name that is
    somebody's, or looks like it.
    """
    name = normal_name(name)
    try:
        with transaction.atomic():
            row = _lock(user)
            if row.name == name:
                return row
            if was_taken(name, user_id=row.pk):
                raise RenameError("taken-away")
            again = next_rename(row)
            if again is not None and now < again:
                raise RenameError("too-soon")
            row.renamed_at = now
            _call(row, name, now)
    except IntegrityError as error:
        if is_taken(name, user_id=user.pk, now=now):
            raise TakenError("name") from error
        raise
    return row


def take_name_away(
    *, user: User, by: User, why: str, now: datetime, reports: Collection[int] = ()
) -> User:
    """Give a member whose name cannot stay a neutral one, log it and tell them by mail why.

    Return the row as saved. They may choose another at once, but never again the one that is gone,
    which nobody else can take for a year; it still signs them in, and leads to nobody. Once they
    have another name than `user` was read with, nothing is done.
    `reports`: the keys of those that are decided by it. The caller knows that `by` may do so.
    Raises RenameError: `guest`, `closed`; NoFreeNameError when twenty random names in a row are
    taken.
    """
    with transaction.atomic():
        row = _lock(user)
        if row.name != user.name:
            return row
        HeldName.objects.keep_from_all(row, now)
        row.renamed_at = None
        detail: dict[str, object] = {**as_taken(row)}
        detail |= {"reports": list(reports)} if reports else {}
        _call_neutrally(row, now)
        act = audit.log(by=by, what=Act.What.RENAME, person=row, why=why, detail=detail, now=now)
        key, about = f"{NAME_TAKEN}:{act.pk}", {"act": act.pk}
        post(key=key, user_id=row.pk, kind=NAME_TAKEN, payload=about, now=now)
    return row


def _lock(user: User) -> User:
    row = User.objects.select_for_update().filter(pk=user.pk, closing_at=None).first()
    if row is None:  # it goes, or is gone
        raise RenameError("closed")
    if row.is_guest:
        raise RenameError("guest")
    return row


def _call(row: User, name: str, now: datetime) -> None:
    # The person first, then what they hold, as at sign-up: two who want one name wait in one order.
    row.name = name
    row.save(update_fields=["name", "name_key", "renamed_at"])
    HeldName.objects.hold(row, now)


def _call_neutrally(row: User, now: datetime) -> None:
    for _try in range(_GIVEN_TRIES):
        try:
            with transaction.atomic():
                _call(row, _GIVEN.format(secrets.randbelow(_GIVEN_NUMBERS)), now)
                return
        except IntegrityError:
            continue
    raise NoFreeNameError

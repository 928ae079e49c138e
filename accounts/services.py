"""What concerns a person: coming as a guest, becoming a member."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from .held_names import is_taken
from .models import HeldName, User
from .models.names import GUEST_PREFIX, normal_name
from .outbox import post, reconsider_all

# No letter or digit that is read as another.
_GUEST_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_GUEST_LETTERS = 4
_GUEST_TRIES = 20

WAITING = "waiting"
"""The kind of mail that tells which games wait, once mail can come."""


class TakenError(Exception):
    """Somebody else has the name or the mail address; `field` says which: "name" or "email".

    A name that looks like somebody's counts as theirs.
    """

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class NotAGuestError(Exception):
    """The guest has become a member in the meantime."""


class GuestIsGoneError(Exception):
    """The guest was idle for so long that their account goes, or is gone already."""


class NoGuestNameError(Exception):
    """No free name was found for a guest."""


def make_guest(now: datetime) -> User:
    """A person to play as at once: a free name like Guest-7K2M, no mail, no password.

    Raises NoGuestNameError when twenty random names in a row are taken.
    """
    for _try in range(_GUEST_TRIES):
        letters = "".join(secrets.choice(_GUEST_ALPHABET) for _ in range(_GUEST_LETTERS))
        try:
            with transaction.atomic():
                return User.objects.create_user(
                    GUEST_PREFIX + letters, is_guest=True, date_joined=now
                )
        except IntegrityError:
            continue
    raise NoGuestNameError


def make_member(*, name: str, email: str, password: str | None) -> User:
    """A new member; without a password nobody can sign in as them. Raises TakenError."""
    try:
        with transaction.atomic():
            return User.objects.create_user(name, email, password)
    except IntegrityError as error:
        raise _taken(name, email, error) from error


def become_member(user: User, name: str, email: str, password: str) -> User:
    """Turn a guest's own row into a member's, so that the games stay theirs.

    Returns the row as saved; `user` itself is left alone. Raises TakenError, NotAGuestError when
    another request was first, and GuestIsGoneError when the sweep of idle guests was.
    """
    try:
        with transaction.atomic():
            row = User.objects.select_for_update().filter(pk=user.pk, closing_at=None).first()
            if row is None:
                raise GuestIsGoneError
            if not row.is_guest:
                raise NotAGuestError
            row.name = normal_name(name)
            row.email = email.lower()
            row.is_guest = False
            row.set_password(password)
            row.save(update_fields=["name", "name_key", "email", "is_guest", "password"])
            HeldName.objects.hold(row, timezone.now())
            return row
    except IntegrityError as error:
        raise _taken(name, email, error, user_id=user.pk) from error


def prove_address(user_id: int, now: datetime) -> None:
    """The address of somebody is proven: mail goes there, whatever was refused before.

    Who could get no mail until now is told which games have begun to wait for them without a word.
    """
    proven = {"email_proven_at": now, "refused_address": "", "refused_why": ""}
    with transaction.atomic():
        before = User.objects.select_for_update(no_key=True).get(pk=user_id)
        User.objects.filter(pk=user_id).update(**proven)
        reconsider_all(user_id, now)
        if before.email_proven_at is None or before.refused_address:
            key = f"{WAITING}:{user_id}:{now.isoformat()}"
            post(key=key, user_id=user_id, kind=WAITING, payload={}, now=now)


def _taken(name: str, email: str, error: IntegrityError, *, user_id: int = 0) -> Exception:
    if is_taken(name, user_id=user_id, now=timezone.now()):
        return TakenError("name")
    if User.objects.filter(email__iexact=email).exists():
        return TakenError("email")
    return error

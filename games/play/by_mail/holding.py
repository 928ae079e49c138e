"""Whose mail or link it is, read again under the lock: much can happen between look and lock."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User

from .letter import may_play_by_mail


def hold_person(user_id: int, *, email: str, since: datetime | None) -> User | None:
    """Return the person afresh, their row locked until the transaction ends; None if void by now.

    It is void once they cannot play from the mail any more, have another address than `email`, in
    any case, or have switched it off since the moment that `since` was. Whoever closes an account
    waits, and finds what is written here. Locked after the game, never before it.
    """
    person = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    if person is None or not may_play_by_mail(person):
        return None
    same = person.email.lower() == email.lower() and person.plays_by_mail_since == since
    return person if same else None

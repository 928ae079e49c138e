"""Addresses that their mail servers give up, as an answer to a mail or in a report about it."""

from __future__ import annotations

from django.db.models import F, Q

from accounts.models import User

_LONGEST = 300


def mark_refused(user: User, address: str, why: str) -> None:
    """Mark an address of somebody as refused, so that they are told, and no more mail goes there.

    What waits for them is put off when it is looked at next. There is one mark: an address that
    they would like to have leaves it to the one in use. The first reason stays.
    """
    in_use = Q(refused_address=F("email")) & ~Q(email="")
    free = User.objects.filter(~in_use, pk=user.pk).exclude(refused_address=address)
    free.update(refused_address=address, refused_why=why[:_LONGEST])

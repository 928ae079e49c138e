"""Who has a name, or had it less than a year ago."""

from __future__ import annotations

from datetime import datetime

from .models import HeldName, User
from .models.names import name_key


def find_person(name: str, now: datetime) -> User | None:
    """The person of this name, in any case and form; else the member who held it until lately.

    A name that was taken away leads to nobody.
    """
    if "\x00" in name:  # nobody's; PostgreSQL cannot even be asked
        return None
    known = User.objects.filter(name_key=name_key(name)).first()
    if known is not None:
        return known
    held = HeldName.objects.filter(name_key=name_key(name), until__gt=now, taken_away=False)
    row = held.select_related("user").first()
    return row.user if row else None


def is_taken(name: str, *, user_id: int, now: datetime) -> bool:
    """Whether others than `user_id` (0: anybody) have this name, or one that looks like it."""
    same = User.objects.filter(name_key=name_key(name)).exclude(pk=user_id)
    return same.exists() or HeldName.objects.of_others(name, user_id=user_id, now=now).exists()

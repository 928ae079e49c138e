"""What does not name its person in a column of its own, and so is looked through for all at once.

Sessions and the notes of `games/views/once.py`, which lie among them, and who may not come back to
a table. None of it lets anybody in; it is forgotten once an hour.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from accounts.models import User
from games.models import Game
from games.play.turns import lock

_CHUNK = 500


def forget_the_gone() -> tuple[int, int]:
    """Delete what is left of people who are gone; return of how many sessions and tables."""
    return _forget_sessions(), _forget_barred()


def _forget_sessions() -> int:
    """Delete the sessions of nobody, by their keys, and the notes on what they made."""
    people: dict[str, int] = {}
    for session in Session.objects.order_by("pk").iterator(chunk_size=_CHUNK):
        if person := _person(session.get_decoded()):
            people[session.pk] = person
    gone = _gone({*people.values()})
    keys = [key for key, person in people.items() if person in gone]
    for chunk in _chunks(keys):
        Session.objects.filter(pk__in=chunk).delete()
    return len(keys)


def _forget_barred() -> int:
    """Forget that hosts have sent people away from their tables who are gone."""
    rows = Game.objects.exclude(barred=[]).order_by().values_list("pk", "barred")
    barred = {pk: {*keys} for pk, keys in rows.iterator(chunk_size=_CHUNK)}
    gone = _gone({key for keys in barred.values() for key in keys})
    found = [pk for pk, keys in barred.items() if not keys.isdisjoint(gone)]
    for game_id in found:
        with transaction.atomic():
            game = lock(game_id)
            game.barred = [key for key in game.barred if key not in gone]
            game.save(update_fields=["barred"])
    return len(found)


def _gone(people: set[int]) -> set[int]:
    """Return those who have no account any more."""
    here: set[int] = set()
    for chunk in _chunks(sorted(people)):
        here |= {*User.objects.filter(pk__in=chunk).values_list("pk", flat=True)}
    return people - here


def _chunks(keys: Collection[Any]) -> list[list[Any]]:
    whole = list(keys)
    return [whole[start : start + _CHUNK] for start in range(0, len(whole), _CHUNK)]


def _person(decoded: dict[str, Any]) -> int:
    """Return whose session or note it is; 0 for nobody's."""
    key = str(decoded.get(SESSION_KEY) or decoded.get("person") or "")
    return int(key) if key.isdecimal() else 0

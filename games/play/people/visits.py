"""What does not name its person in a column of its own, and so is looked through for many at once.

Sessions and the notes of `games/views/once.py`, which lie among them, and who may not come back to
a table.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from games.models import Game
from games.play.turns import lock

_CHUNK = 500


def forget_visits(people: Collection[int]) -> None:
    """Delete the sessions of these people, by their keys, and the notes on what they made."""
    keys = []
    for session in Session.objects.order_by("pk").iterator(chunk_size=_CHUNK):
        if _person(session.get_decoded()) in people:
            keys.append(session.pk)
    for start in range(0, len(keys), _CHUNK):
        Session.objects.filter(pk__in=keys[start : start + _CHUNK]).delete()


def forget_barred(people: Collection[int]) -> None:
    """Forget that hosts have sent these people away from their tables."""
    barred = Game.objects.exclude(barred=[]).order_by().values_list("pk", "barred")
    found = [
        pk for pk, keys in barred.iterator(chunk_size=_CHUNK) if not {*keys}.isdisjoint(people)
    ]
    for game_id in found:
        with transaction.atomic():
            game = lock(game_id)
            game.barred = [key for key in game.barred if key not in people]
            game.save(update_fields=["barred"])


def _person(decoded: dict[str, Any]) -> int:
    """Return whose session or note it is; 0 for nobody's."""
    key = str(decoded.get(SESSION_KEY) or decoded.get("person") or "")
    return int(key) if key.isdecimal() else 0

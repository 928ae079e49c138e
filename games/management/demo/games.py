"""The games, each known again by a number; a run that is taken up again makes those missing."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.models import Game

from .cast import NobodyIsFree
from .going import in_one_go
from .people import everybody
from .scenes import over, scene_of
from .stage import Stage


def keys() -> dict[int, int]:
    """Return the keys of the games that were made here, by number.

    A host may have left the site since; a game of others has such a number by chance alone.
    """
    hosts = [user.pk for user in everybody().values()]
    games = Game.objects.filter(Q(host__in=hosts) | Q(host=None)).order_by("-pk")
    return {at.microsecond: pk for pk, at in games.values_list("pk", "created_at")}


def make(number: int, *, seed: int, now: datetime) -> bool:
    """Make game `number` unless it is there; return whether it was made.

    Where the people of its scene have no seat free, two others play to the end. Raises NobodyIsFree
    when there are none.
    """
    with in_one_go(now):
        if number in keys():
            return False
        stage = Stage.of(number, seed=seed, now=now)
        try:
            scene_of(number, seed=seed)(stage)
        except NobodyIsFree:
            over.begin(stage, players=2).to_the_end()
    return True

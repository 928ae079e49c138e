"""Games that have come to a halt: how they are found, and what is tried to make them go on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from django.db.models import Q, TextChoices

from games.models import Game
from games.play.batches import attempt
from games.play.beat import just_back
from games.play.bots import let_bot_decide
from games.play.expiry import expire, expire_proposal

OVERDUE = timedelta(minutes=10)
"""What is due for longer has been left lying by the sweeps, which come every few seconds."""


class Came(TextChoices):
    """What came of an attempt to free a game."""

    DONE = "done"
    FAILED = "failed"
    LATER = "later"
    NOTHING = "nothing"


def stuck(now: datetime) -> Q:
    """Return what finds the games that do not go on by themselves.

    A sweep failed on them lately, or their clock, a proposal or a bot has been due for long.
    """
    late = now - OVERDUE
    return Q(status__in=Game.UNDER_WAY) & (
        Q(stuck_until__gt=late)
        | Q(deadline__lte=late)
        | Q(proposal_deadline__lte=late)
        | Q(bot_due=True, turn_started_at__lte=late)
    )


def may_be_freed(game: Game, now: datetime) -> bool:
    """Return whether a sweep has failed on a game that is under way, or something is due in it."""
    return game.status in Game.UNDER_WAY and (
        game.stuck_until is not None or game.bot_due or _is_time_up(game, now)
    )


def try_what_is_due(game: Game, random: Random, now: datetime) -> Came:
    """Do what is due in a game, as the sweeps do, consent before a time-out; return what came.

    Where it fails again it is logged, and the game rests as after a sweep. After an outage nobody's
    time runs out for some minutes.
    """

    def let_bots_decide(game_id: int, now: datetime) -> bool:
        return let_bot_decide(game_id=game_id, random=random, now=now)

    works: list[Callable[[int, datetime], bool]] = []
    if _is_time_up(game, now):
        if just_back(now):
            return Came.LATER
        works += [expire_proposal, expire]
    if game.bot_due:
        works.append(let_bots_decide)
    if any(attempt(work, game.pk, now) for work in works):
        return Came.DONE
    failed = Game.objects.filter(pk=game.pk, stuck_until__isnull=False).exists()
    return Came.FAILED if failed else Came.NOTHING


def _is_time_up(game: Game, now: datetime) -> bool:
    return any(at is not None and at <= now for at in (game.deadline, game.proposal_deadline))

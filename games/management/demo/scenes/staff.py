"""Games in which staff did something."""

from __future__ import annotations

from typing import Any

from games.management.demo import roles
from games.management.demo.playing import Sitting
from games.management.demo.stage import Stage
from games.management.demo.texts import WHY_GAMES
from games.play.moderation import tables

from .over import begin
from .running import play


def given_time(stage: Stage) -> None:
    """A moderator has given a turn a day more."""
    sitting = play(stage, without=roles.STAFF)
    tables.give_time(game_id=_id(sitting), seconds=86_400, **_act(stage, sitting, "time"))


def removed(stage: Stage) -> None:
    """A moderator has taken a seat away; the others go on."""
    sitting = play(stage, players=4, without=roles.STAFF, days=1.0)
    tables.remove(game_id=_id(sitting), number=1, **_act(stage, sitting, "remove"))


def called_off(stage: Stage) -> None:
    """A moderator has ended a running game."""
    sitting = play(stage, without=roles.STAFF, days=stage.random.uniform(2, 40))
    tables.call_off(game_id=_id(sitting), **_act(stage, sitting, "call-off"))


def voided(stage: Stage) -> None:
    """A moderator has taken a result back."""
    sitting = begin(stage, without=roles.STAFF)
    sitting.to_the_end()
    tables.void(game_id=_id(sitting), **_act(stage, sitting, "void"))


def _id(sitting: Sitting) -> int:
    return sitting.table.game.pk


def _act(stage: Stage, sitting: Sitting, what: str) -> dict[str, Any]:
    by = stage.cast.people[stage.random.choice((roles.MODERATOR, roles.OTHER_MODERATOR))]
    return {"by": by, "why": WHY_GAMES[what], "now": sitting.moments.next(0.1)}

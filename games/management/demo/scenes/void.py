"""Games that ended without a result, by their players or by time."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import User
from games.management.demo.playing import Sitting
from games.management.demo.stage import Stage
from games.management.demo.strategies import to_the_end
from games.play import ending, idle, lobby
from games.play.expiry import expire_proposal

from .running import play

LONG_AGO = 9.0, 90.0
"""Days."""


def called_off(stage: Stage) -> None:
    """Before everybody had a first turn one called it off."""
    sitting = play(stage, turns=1, days=stage.random.uniform(*LONG_AGO))
    at = sitting.moments.next()
    ending.call_off(game_id=sitting.table.game.pk, user=_person(sitting, 0), now=at)


def agreed(stage: Stage) -> None:
    """All have agreed to end it."""
    sitting = play(stage, days=stage.random.uniform(*LONG_AGO))
    _propose(sitting)
    for seat in range(1, sitting.table.game.players):
        sitting.look()
        if sitting.table.game.proposed_by is not None:
            at = sitting.moments.next(0.1)
            user = _person(sitting, seat)
            ending.answer(game_id=sitting.table.game.pk, user=user, agrees=True, now=at)


def agreed_by_silence(stage: Stage) -> None:
    """Nobody has said anything to a proposal for as long as their clock goes."""
    sitting = play(stage, pace="daily", days=stage.random.uniform(*LONG_AGO))
    _propose(sitting)
    sitting.look()
    game = sitting.table.game
    if game.proposal_deadline is not None:
        expire_proposal(game.pk, game.proposal_deadline + timedelta(seconds=5))


def refused(stage: Stage) -> None:
    """Somebody did not want to end it, so that it was played to its end."""
    sitting = play(stage, days=stage.random.uniform(*LONG_AGO))
    _propose(sitting)
    sitting.look()
    if sitting.table.game.proposed_by is not None:
        at = sitting.moments.next(0.1)
        user = _person(sitting, 1)
        ending.answer(game_id=sitting.table.game.pk, user=user, agrees=False, now=at)
    sitting.look()
    sitting.way = to_the_end
    sitting.to_the_end()


def idle_guest(stage: Stage) -> None:
    """A guest has left bots alone for thirty days."""
    user = stage.cast.guest(recent=False)
    moments = stage.moments("live", turns=4, last=stage.now - timedelta(days=42))
    game = lobby.play_now(user=user, bots=2, bot="greedy", seed=stage.seed, now=moments.now)
    sitting = Sitting.at(game, moments, stage.random, to_the_end)
    sitting.turns(4)
    idle.close(game.pk, sitting.moments.now + idle.IDLE + timedelta(hours=1))


def _propose(sitting: Sitting) -> None:
    at = sitting.moments.next(0.1)
    ending.propose(game_id=sitting.table.game.pk, user=_person(sitting, 0), now=at)


def _person(sitting: Sitting, seat: int) -> User:
    user = sitting.table.seats[seat].user
    assert user is not None
    return user

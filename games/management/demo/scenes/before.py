"""Tables whose game has not begun: open, expired, arranging."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.management.demo import roles
from games.management.demo.moments import Moments
from games.management.demo.playing import Sitting
from games.management.demo.stage import Stage
from games.management.demo.strategies import to_the_end
from games.models import Game
from games.play import lobby
from games.play.expiry import expire
from games.rules.moves import Move


def alone(stage: Stage) -> None:
    """In the lobby, its host alone."""
    _open(stage, players=stage.players, sitting=1)


def nearly_full(stage: Stage) -> None:
    """In the lobby, one seat of three or four free."""
    players = 3 + stage.number % 2
    _open(stage, players=players, sitting=players - 1)


def by_link(stage: Stage) -> None:
    """Only for those who have its link."""
    _open(stage, players=stage.players, sitting=1, public=False)


def guest_by_link(stage: Stage) -> None:
    """A guest has come by the link; two seats are free."""
    game, moments = _open(stage, players=4, sitting=1, public=False)
    user = stage.cast.guest()
    lobby.join(game_id=game.pk, user=user, seed=stage.seed, now=moments.next())


def sent_away(stage: Stage) -> None:
    """The host has sent somebody away."""
    game, moments = _open(stage, players=4, sitting=2)
    lobby.remove(game_id=game.pk, by=_host(game), number=1, now=moments.next())


def handed_on(stage: Stage) -> None:
    """The host has left, and the next one is it now."""
    game, moments = _open(stage, players=4, sitting=3)
    lobby.leave_table(game_id=game.pk, user=_host(game), now=moments.next())


def expired(stage: Stage) -> None:
    """Nobody came in fourteen days."""
    game, _moments = _open(stage, players=stage.players, sitting=1, last=stage.ago(16, 100))
    assert game.deadline is not None
    expire(game.pk, game.deadline + timedelta(seconds=9))


def given_up(stage: Stage) -> None:
    """All have left again."""
    game, moments = _open(stage, players=stage.players, sitting=1, last=stage.ago(3, 100))
    lobby.leave_table(game_id=game.pk, user=_host(game), now=moments.next())


def arranging(stage: Stage) -> None:
    """The cards are dealt, nobody is ready."""
    _dealt(stage)


def half_arranged(stage: Stage) -> None:
    """All but one have laid out their cards, one has said so."""
    sitting = _dealt(stage)
    for seat in range(sitting.table.game.players - 1):
        move = Move("arrange", detail=sitting.state.dealt[seat][::-1])
        sitting.make(seat, move, now=sitting.moments.next(0.1))
    sitting.make(0, Move("ready"), now=sitting.moments.next(0.1))


def arranging_away(stage: Stage) -> None:
    """All are ready but one, who is on vacation."""
    sitting = _dealt(stage, first=roles.AWAY, vacations=True)
    for seat in range(1, sitting.table.game.players):
        sitting.make(seat, Move("ready"), now=sitting.moments.next(0.1))


def _open(
    stage: Stage, *, players: int, sitting: int, last: datetime | None = None, public: bool = True
) -> tuple[Game, Moments]:
    pace = stage.pace()
    ended = last is not None
    moments = stage.moments(pace, turns=0, last=last or stage.ago(0.1, 9))
    moments.latest = stage.now
    host, *others = stage.cast.members(sitting, goes_on=not ended)
    game = stage.open(host, players, moments, pace, public=public)
    for user in others:
        game = lobby.join(game_id=game.pk, user=user, seed=stage.seed, now=moments.next(0.5))
    return game, moments


def _dealt(stage: Stage, *, first: int | None = None, **options: Any) -> Sitting:
    pace = stage.pace()
    moments = stage.moments(pace, turns=0, last=stage.ago(0.05, 0.4))
    moments.latest = stage.now
    host, *others = stage.cast.members(stage.players, goes_on=True, first=first)
    game = stage.open(host, stage.players, moments, pace, **options)
    return stage.fill(game, others, moments, to_the_end)


def _host(game: Game) -> User:
    assert game.host is not None
    return game.host

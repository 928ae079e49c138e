"""Games that are being played, in each phase and in each kind of trouble."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from games.management.demo import roles
from games.management.demo.playing import Sitting
from games.management.demo.stage import Stage
from games.management.demo.strategies import Strategy, for_ever
from games.models import Game
from games.play import ending, lobby
from games.rules.state import CLAIMING, PLACING

STILL_GOES_ON = timedelta(days=5)
SHORTLY = timedelta(minutes=50)
RESTS = timedelta(days=2)


def acting(stage: Stage) -> None:
    """Somebody's turn begins."""
    play(stage)


def placing(stage: Stage) -> None:
    """Somebody has drawn a card and thinks about it."""
    play(stage).until(PLACING)


def claiming(stage: Stage) -> None:
    """The action is done, and a Legend can be claimed."""
    play(stage).until(CLAIMING)


def seat_out(stage: Stage) -> None:
    """One of three or four has resigned; their turns are skipped."""
    sitting = play(stage, players=3 + stage.number % 2, leavers=Game.Leavers.OUT)
    sitting.leave(stage.random.randrange(3))


def stand_in(stage: Stage) -> None:
    """One has resigned, and a bot plays on for them."""
    sitting = play(stage, players=3, leavers=Game.Leavers.BOT)
    sitting.leave(stage.random.randrange(3))


def timed_out(stage: Stage) -> None:
    """One has run out of time, the others go on."""
    sitting = play(stage, players=4, pace="daily", days=8.0)
    sitting.run_out()
    sitting.turns(2, last=stage.ago(0.1, 0.5))


def with_bots(stage: Stage) -> None:
    """Bots sit in the seats that nobody took."""
    play(stage, players=3 + stage.number % 2, people=2, bot="greedy")


def guest_with_bots(stage: Stage) -> None:
    """A guest plays alone against bots, without a clock."""
    moments = stage.moments("live", turns=12, last=stage.ago(0.1, 6))
    user = stage.cast.guest()
    bots = 1 + stage.number % 3
    game = lobby.play_now(user=user, bots=bots, bot="random", seed=stage.seed, now=moments.now)
    Sitting.at(game, moments, stage.random, stage.way()).turns(stage.random.randint(2, 12))


def proposed(stage: Stage) -> None:
    """Somebody proposes to end the game, not everybody has answered."""
    sitting = play(stage)
    seats = sitting.table.seats
    user = seats[sitting.state.active - 1].user
    assert user is not None
    ending.propose(game_id=sitting.table.game.pk, user=user, now=sitting.moments.next(0.1))


def long_log(stage: Stage) -> None:
    """A game without a turn limit in which nobody turns anything up."""
    turns = stage.random.randint(60, 90)
    play(stage, players=2, turns=turns, way=for_ever, turn_limit=0)


def nearly_overdue(stage: Stage) -> None:
    """The clock runs out within the hour."""
    play(stage, pace="daily", days=4.0, spare=SHORTLY, vacations=False)


def stuck(stage: Stage) -> None:
    """The clock has run out, but the sweeps that should see to it failed and let it rest."""
    sitting = play(stage, pace="live", days=0.4, vacations=False)
    rest = stage.now + RESTS
    Game.objects.filter(pk=sitting.table.game.pk).update(stuck_until=rest)


def in_the_bank(stage: Stage) -> None:
    """The time for the turn is used up, the time bank runs."""
    play(stage, pace="daily", days=2.0, vacations=False)


def away(stage: Stage) -> None:
    """The game waits for somebody on vacation: its clock stands."""
    sitting = play(stage, first=roles.AWAY, pace="relaxed", days=1.5, vacations=True)
    sitting.until_turn_of(0)


def waits_for_suspended(stage: Stage) -> None:
    """The game waits for somebody who is suspended later, and its clock paused."""
    _waits_for(stage, roles.SUSPENDED)


def waits_for_banned(stage: Stage) -> None:
    """The game waits for somebody who is banned later, and goes out of it."""
    _waits_for(stage, roles.BANNED)


def with_former(stage: Stage) -> None:
    """Somebody plays who leaves the site later."""
    _waits_for(stage, roles.FORMER)


def _waits_for(stage: Stage, number: int) -> None:
    play(stage, first=number).until_turn_of(0)


def play(
    stage: Stage,
    *,
    players: int = 0,
    people: int = 0,
    turns: int = 0,
    first: int | None = None,
    pace: str = "",
    days: float = 0.0,
    spare: timedelta | None = None,
    way: Strategy | None = None,
    bot: str = "",
    without: Collection[int] = (),
    **options: Any,
) -> Sitting:
    """Let people play some turns, the latest of them `days` ago, or `spare` later than that.

    Nobody plays with a number of those `without`; the one with the number `first` hosts the table
    and sits in seat 0; a `bot` takes the seats that `people` leave.
    """
    pace = pace or stage.pace()
    players = players or stage.players
    people = people or players
    turns = turns or stage.random.randint(1, 7 * players)
    last = stage.now - timedelta(days=days or stage.random.uniform(0.05, 0.9))
    if spare is not None:
        last += spare
    moments = stage.moments(pace, turns=turns * people / players, last=last)
    goes_on = last > stage.now - STILL_GOES_ON
    host, *others = stage.cast.members(people, goes_on=goes_on, first=first, without=without)
    game = stage.open(host, players, moments, pace, **options)
    sitting = stage.fill(game, others, moments, way or stage.way(), bot)
    sitting.turns(turns, last=last)
    moments.latest = stage.now - timedelta(minutes=2)
    return sitting

"""Games with a result, by every end that the rules know."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from games.management.demo import roles
from games.management.demo.playing import Sitting
from games.management.demo.stage import Stage
from games.management.demo.strategies import for_ever, to_the_end, well
from games.models import Game
from games.play import lobby
from games.play.pace import DAY, PRESETS
from games.rules.state import CLAIMING

TURNS = 24
"""What a game has at most of them, as a rule: so long before its end it begins."""


def explored(stage: Stage) -> None:
    """Somebody has turned up the last card."""
    begin(stage).to_the_end()


def well_played(stage: Stage) -> None:
    """The same, with some thought."""
    begin(stage, players=2, way=well, turn_limit=40).to_the_end()


def limited(stage: Stage) -> None:
    """The limit of turns was reached."""
    limit = stage.random.randint(3, 7)
    begin(stage, way=for_ever, turn_limit=limit).to_the_end()


def resigned(stage: Stage) -> None:
    """One of two has resigned, the other is alone."""
    sitting = _some_turns(stage, players=2)
    sitting.leave(stage.random.randrange(2))


def timed_out(stage: Stage) -> None:
    """One of two has run out of time."""
    _some_turns(stage, players=2, pace="live" if stage.number % 2 else "daily").run_out()


def all_but_one_left(stage: Stage) -> None:
    """Of three or four all but one went out, one after the other."""
    sitting = _some_turns(stage, players=3 + stage.number % 2)
    while not sitting.is_over:
        if stage.random.random() < 0.5:
            sitting.run_out()
        else:
            sitting.leave(sitting.state.active)


def bots_alone(stage: Stage) -> None:
    """The only person left bots to themselves."""
    sitting = _some_turns(stage, players=3 + stage.number % 2, people=1, bot="greedy")
    sitting.leave(0)


def one_left(stage: Stage) -> None:
    """One went out on the way, the others played to the end without them."""
    _one_left(stage, Game.Leavers.OUT)


def bot_stood_in(stage: Stage) -> None:
    """One went out on the way, and a bot played on for them."""
    _one_left(stage, Game.Leavers.BOT)


def left_while_arranging(stage: Stage) -> None:
    """One went out before the first turn."""
    sitting = begin(stage, players=3)
    sitting.leave(2)
    sitting.to_the_end()


def late_to_arrange(stage: Stage) -> None:
    """The time to arrange ran out: the cards lay as they were dealt."""
    sitting = begin(stage)
    sitting.run_out()
    sitting.to_the_end()


def late_to_claim(stage: Stage) -> None:
    """The time ran out after the action: that turn only passed."""
    sitting = begin(stage, way=for_ever, turn_limit=30)
    if sitting.until(CLAIMING, tries=200):
        sitting.run_out()
    sitting.way = to_the_end
    sitting.to_the_end()


def with_bots(stage: Stage) -> None:
    """Two people and one or two bots."""
    begin(stage, players=3 + stage.number % 2, people=2, bot="random").to_the_end()


def guest_with_bots(stage: Stage) -> None:
    """A guest has played against bots to the end."""
    user = stage.cast.guest()
    moments = stage.moments("live", turns=TURNS, last=stage.ago(1, 6))
    bots = 1 + stage.number % 3
    game = lobby.play_now(user=user, bots=bots, bot="random", seed=stage.seed, now=moments.now)
    Sitting.at(game, moments, stage.random, to_the_end).to_the_end()


def of_former(stage: Stage) -> None:
    """Somebody has played who leaves the site later."""
    begin(stage, first=roles.FORMER, players=3).to_the_end()


def _one_left(stage: Stage, leavers: Game.Leavers) -> None:
    sitting = _some_turns(stage, players=3 + stage.number % 2, leavers=leavers)
    if stage.random.random() < 0.5:
        sitting.run_out()
    else:
        sitting.leave(stage.random.randrange(3))
    sitting.to_the_end()


def _some_turns(stage: Stage, **options: Any) -> Sitting:
    sitting = begin(stage, **options)
    sitting.turns(stage.random.randint(2, 5) * sitting.table.game.players)
    return sitting


def begin(
    stage: Stage,
    *,
    players: int = 0,
    people: int = 0,
    first: int | None = None,
    pace: str = "",
    bot: str = "",
    without: Collection[int] = (),
    **options: Any,
) -> Sitting:
    """Deal a game that will have ended some time ago, to people with none of the numbers `without`.

    The one with the number `first` hosts it; a `bot` takes the seats that `people` leave.
    """
    players = players or stage.players
    pace = pace or stage.pace()
    way = options.pop("way", None) or stage.way()
    host, *others = stage.cast.members(
        people or players, goes_on=False, first=first, without=without
    )
    slow = (PRESETS[pace].turn + PRESETS[pace].bank) / DAY
    moments = stage.moments(pace, turns=TURNS, last=stage.ago(5 + 1.5 * slow, 100))
    moments.latest = stage.now - timedelta(hours=1)
    game = stage.open(host, players, moments, pace, **options)
    return stage.fill(game, others, moments, way, bot)

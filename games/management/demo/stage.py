"""What a scene is made with: its number, chance of its own, people, and how tables are opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, join, open_table, start
from games.play.pace import PRESETS
from games.rules.rulings import latest

from .cast import Cast
from .moments import Moments, numbered
from .playing import Sitting
from .strategies import Strategy, by_lot, to_the_end, well

_PACES = {"daily": 6, "relaxed": 3, "weekly": 1}
_STEPS = {"live": 0.3, "daily": 0.2, "relaxed": 0.15, "weekly": 0.08}
"""How much of the time for a turn people use, by pace."""


@dataclass(slots=True)
class Stage:
    """One game to be made, as of `now`."""

    number: int
    seed: bytes
    random: Random
    cast: Cast
    now: datetime

    @classmethod
    def of(cls, number: int, *, seed: int, now: datetime) -> Stage:
        """Set the stage for game `number`; the same seed and number give the same chance."""
        random = Random(f"game {seed} {number}")
        shuffle = sha256(f"demo {seed} {number}".encode()).digest()
        return cls(number, shuffle, random, Cast.of_now(random), now)

    @property
    def players(self) -> int:
        """How many play: two, three or four, two most often."""
        return (2, 3, 2, 2, 4, 2, 3)[self.number % 7]

    def ago(self, least: float, most: float) -> datetime:
        """Return a moment so many days ago."""
        return self.now - timedelta(days=self.random.uniform(least, most))

    def moments(self, pace: str, *, turns: float, last: datetime) -> Moments:
        """Return a clock on which so many turns of people end at about `last`."""
        step = timedelta(seconds=PRESETS[pace].turn) * _STEPS[pace]
        begin = numbered(last - step * (turns + 2), self.number)
        return Moments(begin, step, last, self.random)

    def pace(self) -> str:
        """Return the name of a pace that people like."""
        return self.random.choices([*_PACES], [*_PACES.values()])[0]

    def way(self) -> Strategy:
        """Return how the people of a game play: mostly without many thoughts."""
        return self.random.choices([to_the_end, by_lot, well], [17, 2, 1])[0]

    def open(
        self, host: User, players: int, moments: Moments, pace: str | None, **options: Any
    ) -> Game:
        """Let `host` open a table; what `options` do not say is as the number has it."""
        rulesets = [*latest().rulesets]
        time = PRESETS[pace] if pace else None
        varied: dict[str, Any] = {
            "public": self.number % 5 != 0,
            "ruleset": rulesets[self.number // 4 % len(rulesets)],
            "first_by": Game.FirstBy.ACCOUNT if self.number % 7 == 3 else Game.FirstBy.SEED,
            "vacations": self.number % 11 != 5,
            "rated": self.number % 6 != 1,
            "turn_seconds": time and time.turn,
            "bank_seconds": time.bank if time else 0,
        }
        chosen = Options(players=players, **{**varied, **options})
        return open_table(host=host, options=chosen, now=moments.now)

    def fill(
        self, game: Game, others: Sequence[User], moments: Moments, way: Strategy, bot: str = ""
    ) -> Sitting:
        """Let `others` join and, if seats stay free, a `bot` take them; then the game begins."""
        for user in others:
            game = join(game_id=game.pk, user=user, seed=self.seed, now=moments.next(0.5))
        if game.status == Game.Status.OPEN and game.host is not None:
            at = moments.next(0.2)
            game = start(game_id=game.pk, by=game.host, bot=bot, seed=self.seed, now=at)
        return Sitting.at(game, moments, self.random, way)

"""What a table is opened with."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game
from games.rules.rulings import latest

from .errors import PlayError
from .pace import DEFAULT, Pace, check_pace

MOST_TURNS = 200  # a seat, where a table sets a limit


@dataclass(frozen=True, slots=True)
class Options:
    """What a table is opened with, by the columns of its game; the defaults are sensible."""

    players: int = 2
    public: bool = True
    ruleset: str = "rulebook"
    turn_limit: int = 40  # turns a seat; 0: none
    leavers: str = Game.Leavers.OUT
    first_by: str = Game.FirstBy.SEED
    turn_seconds: int | None = DEFAULT.turn  # None: no clock, for a person alone with bots
    bank_seconds: int = DEFAULT.bank
    vacations: bool = True  # whether they stop the clock
    rated: bool = False  # whether the result counts for ratings


def check_options(options: Options) -> None:
    """Raise PlayError `players`, `ruleset`, `turn-limit`, `leavers`, `first-by` or `pace-…`."""
    if not 2 <= options.players <= 4:
        raise PlayError("players", players=options.players)
    if options.ruleset not in latest().rulesets:
        raise PlayError("ruleset", ruleset=options.ruleset)
    if not 0 <= options.turn_limit <= MOST_TURNS:
        raise PlayError("turn-limit", most=MOST_TURNS)
    if options.leavers not in Game.Leavers:
        raise PlayError("leavers")
    if options.first_by not in Game.FirstBy:
        raise PlayError("first-by")
    if options.turn_seconds is not None:
        check_pace(Pace(options.turn_seconds, options.bank_seconds))
    elif options.public:
        raise PlayError("pace-turn")

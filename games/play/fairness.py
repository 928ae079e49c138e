"""Whether the chance in a finished game was what its commitment said."""

from __future__ import annotations

from games.models import Game
from games.rules.notation.record import read_record
from games.rules.notation.seeded import Check
from games.rules.notation.verifying import chance_checks


def checks_of(game: Game) -> list[Check]:
    """Check all chance of a game that has a record.

    Raises RulesError where the record says too little for that, or cannot be one.
    """
    return chance_checks(read_record(game.record), game.commitment)

"""A bot that decides by lot."""

from __future__ import annotations

from random import Random

from games.rules.moves import Move
from games.rules.visibility import View

from .decisions import decisions


def choose(view: View, random: Random) -> Move:
    """Draw lots among the acts that are legal, then among the ways to do the one drawn.

    By act first, so that drawing, revealing and claiming come up as often as placing, which can be
    done on up to sixteen squares: games end soon even without a turn limit.
    """
    by_act = decisions(view)
    return random.choice(by_act[random.choice(sorted(by_act))])

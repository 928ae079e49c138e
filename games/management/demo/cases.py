"""The reports and appeals, with what becomes of each."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Sanction
from games.models import Report

from . import roles

About, Kind, Games = Report.About, Sanction.Kind, Sanction.Games
OPEN, TAKEN, GIVEN_BACK, DISMISSED = "open", "taken", "given back", "dismissed"
LIFTED, UPHELD, NAME_TAKEN = "lifted", "upheld", "name taken"


@dataclass(frozen=True, slots=True)
class Case:
    """What is reported so many `days` ago, about the person with that number or anybody.

    `fate` is what a moderator does: a word from above, or the kind of a sanction that lasts until
    so many days from now (negative: ago), with what becomes of games. An appeal is about the
    sanction that the case before it led to.
    """

    about: Report.About
    fate: str
    days: float
    person: int | None = None
    until: float = 0.0
    games: str = ""


CASES = (
    Case(About.STALLING, Kind.WARNING, 20, roles.WARNED),
    Case(About.COLLUSION, Kind.SUSPENSION, 0.3, roles.SUSPENDED, until=12, games=Games.PAUSE),
    Case(About.APPEAL, OPEN, 0.1),
    Case(About.STALLING, OPEN, 0.4),
    Case(About.ABUSE, Kind.BAN, 0.4, roles.BANNED, games=Games.BOT),
    Case(About.OTHER, DISMISSED, 9),
    Case(About.ABUSE, Kind.MUTE, 6, roles.MUTED, until=20),
    Case(About.NAME, TAKEN, 1),
    Case(About.COLLUSION, OPEN, 2, roles.FORMER),
    Case(About.COLLUSION, Kind.SUSPENSION, 60, until=-46, games=Games.LEAVE),
    Case(About.APPEAL, UPHELD, 58),
    Case(About.STALLING, Kind.SUSPENSION, 45, until=-24, games=Games.LEAVE),
    Case(About.APPEAL, LIFTED, 43),
    Case(About.NAME, NAME_TAKEN, 30, roles.WARNED),
    Case(About.OTHER, GIVEN_BACK, 1.5),
    Case(About.ABUSE, Kind.MUTE, 80, until=-70),
    Case(About.APPEAL, UPHELD, 79),
    Case(About.ABUSE, OPEN, 0.2),
)
"""The first ones; those after them are `MORE`, again and again."""
MORE = (
    Case(About.STALLING, DISMISSED, 14),
    Case(About.NAME, OPEN, 0.7),
    Case(About.COLLUSION, TAKEN, 3),
    Case(About.OTHER, OPEN, 5),
    Case(About.STALLING, OPEN, 1.2),
    Case(About.ABUSE, Kind.WARNING, 33),
    Case(About.COLLUSION, DISMISSED, 52),
)


def case_of(number: int) -> Case:
    """Return what report `number` is about."""
    if number < len(CASES):
        return CASES[number]
    return MORE[(number - len(CASES)) % len(MORE)]

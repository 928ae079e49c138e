"""What OpenSkill makes of one game: the model of Plackett and Luce, each player a team of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """What is known of a person's skill: mean and deviation, in OpenSkill's points."""

    mu: float
    sigma: float


BEGINNER = Skill(_MODEL.mu, _MODEL.sigma)
"""What is known of somebody before their first game: 25 ± 8⅓."""


def after_game(before: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills after a game, in the order of those `before` it.

    `places` begin with 1, those who share one are equal. The same numbers and order give the same
    results to the last digit.
    """
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(rating.mu, rating.sigma) for (rating,) in rated]

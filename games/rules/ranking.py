"""Places at a table (RULES *Winner* and *Leaving*)."""

from __future__ import annotations

from collections.abc import Sequence

from .scoring import Scores


def _strength(scores: Scores) -> tuple[int, list[int]]:
    return scores.total, sorted(scores, reverse=True)


def places(scores: Sequence[Scores], left: Sequence[int] = ()) -> list[int]:
    """The place of each seat, from 1; equal seats share one, as in 1, 2, 2, 4.

    `left` names the seats that went out, in the order of leaving: they rank below all who stayed,
    the later the better.
    """
    stayed = len(left)
    strengths = [
        (left.index(seat) if seat in left else stayed, _strength(own))
        for seat, own in enumerate(scores)
    ]
    return [1 + sum(other > own for other in strengths) for own in strengths]


def tie_break(one: Scores, other: Scores) -> int:
    """Which of the categories, best first and from 1, told two equal totals apart.

    0 when none did: the totals differ, or all seven are equal and the place is shared.
    """
    if one.total != other.total:
        return 0
    best_first = zip(sorted(one, reverse=True), sorted(other, reverse=True), strict=True)
    return next((number for number, (a, b) in enumerate(best_first, 1) if a != b), 0)

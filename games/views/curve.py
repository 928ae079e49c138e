"""The picture of how a rating went, as the numbers of its SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse

from games.play.rating_curve import Curve, Point
from games.rating_words import MIDDLE, STEP, shown

WIDTH, HEIGHT = 320, 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 12, 14, 20  # margins
_LEAST_SPAN = STEP  # points shown from bottom to top: a small change is not drawn as a large one
_MOST_LINES = 5
_STEPS = (20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class GridLine:
    """A rating that is marked across the picture."""

    y: float
    label: str


class CurveRow(NamedTuple):
    """A point of the curve in numbers."""

    games: int
    number: int  # the rating shown after so many
    address: str = ""  # of the latest of them; empty: the reader cannot look at it


@dataclass(frozen=True, slots=True)
class CurveShown:
    """The curve in a box of WIDTH × HEIGHT, and what it says in numbers."""

    way: str  # corners of the line, for `points`
    now_x: float
    now_y: float
    lines: list[GridLine]
    left: int
    right: int
    games: int
    start: int
    latest: int
    lowest: int
    highest: int
    rows: list[CurveRow]

    @property
    def view_box(self) -> str:
        """The box of the picture."""
        return f"0 0 {WIDTH} {HEIGHT}"


def curve_shown(curve: Curve, codes: Mapping[int, str]) -> CurveShown:
    """Return the picture of a curve, which begins with the number that everybody begins with.

    `codes` are those of the games that the reader may look at, by seat.
    """
    rows = [CurveRow(0, MIDDLE), *(_row(point, codes) for point in curve.points)]
    lowest, highest = min(MIDDLE, shown(curve.lowest)), max(MIDDLE, shown(curve.highest))
    bottom, top = _bounds(lowest, highest)
    games = curve.points[-1].games

    def x(after: int) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * after / games, 1)

    def y(number: int) -> float:
        return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (top - number) / (top - bottom), 1)

    step = _step(bottom, top)
    first = -(-bottom // step) * step
    latest = rows[-1].number
    return CurveShown(
        way=" ".join(f"{x(row.games)},{y(row.number)}" for row in rows),
        now_x=x(games),
        now_y=y(latest),
        lines=[GridLine(y(number), str(number)) for number in range(first, top + 1, step)],
        left=_LEFT,
        right=WIDTH - _RIGHT,
        games=games,
        start=MIDDLE,
        latest=latest,
        lowest=lowest,
        highest=highest,
        rows=rows,
    )


def _row(point: Point, codes: Mapping[int, str]) -> CurveRow:
    code = codes.get(point.seat)
    address = reverse("table", args=[code]) if code else ""
    return CurveRow(point.games, shown(point.mu), address)


def _bounds(lowest: int, highest: int) -> tuple[int, int]:
    """Return the ratings at the bottom and at the top."""
    lack = max(0, _LEAST_SPAN - (highest - lowest))
    return lowest - lack // 2, highest + (lack + 1) // 2


def _step(bottom: int, top: int) -> int:
    """Return the distance of the marked ratings."""
    return next((step for step in _STEPS if (top - bottom) // step < _MOST_LINES), _STEPS[-1])

"""A finished Kingdom to show what the game is about, counted by the rules themselves."""

from __future__ import annotations

from typing import NamedTuple

from games.points import signed
from games.rules.cards import SQUARES
from games.rules.kingdom import Kingdom
from games.rules.rulesets import DEFAULT
from games.rules.rulings import latest
from games.rules.scoring import score
from games.words import category_name, kind_name, legend_name

ROWS = ["EFPH", "FEOM", "MDHR", "GSPH"]
LEGEND = "four-tribes"


class Square(NamedTuple):
    """One card: the square's name, the kind's letter and its name."""

    name: str
    kind: str
    kind_name: str


class Sample(NamedTuple):
    """The Kingdom and its points by category, those without points left out."""

    squares: list[Square]
    points: list[tuple[str, str]]
    total: int
    legend: str
    legend_name: str
    legend_harmony: int


def sample_kingdom() -> Sample:
    """Return the sample in the reader's language."""
    kingdom = Kingdom.parse(ROWS)
    rulings = latest()
    scores = score(kingdom, rulings, DEFAULT, [LEGEND])
    return Sample(
        squares=[
            Square(name, kind, kind_name(kind))
            for name, kind in zip(SQUARES, kingdom.cells, strict=True)
        ],
        points=[
            (category_name(category), signed(points))
            for category, points in scores._asdict().items()
            if points
        ],
        total=scores.total,
        legend=LEGEND,
        legend_name=legend_name(LEGEND),
        legend_harmony=rulings.harmony[LEGEND],
    )

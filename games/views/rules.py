"""The rules in short, with what a game that begins now counts by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.card_words import kind_effect
from games.play.lobby import Options
from games.play.ratings.enough import LISTED_FROM, SETTLED_FROM
from games.rating_words import MEAN, MIDDLE, STEP, number_text
from games.rules.cards import KINDS
from games.rules.legends import LEGENDS, RIVER_SIZE
from games.rules.rulesets import DEFAULT
from games.rules.rulings import Rulings, latest
from games.words import kind_name, legend_condition, legend_name

from .ruleset_rows import ruleset_rows


class KindRow(NamedTuple):
    """One kind of Kingdom card as the page shows it."""

    letter: str
    name: str
    effect: str


class LegendRow(NamedTuple):
    """One Legend as the page shows it."""

    id: str
    name: str
    condition: str
    harmony: int


class Ratings(NamedTuple):
    """The numbers of what a rating means."""

    middle: int
    step: int
    mean: int
    listed: int  # games
    settled: int
    example: str


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules page."""
    rulings = latest()
    usual = rulings.rulesets[DEFAULT]
    context = {
        "kinds": [KindRow(kind, kind_name(kind), kind_effect(kind, usual)) for kind in KINDS],
        "copies": [
            (players, copies, copies * len(KINDS)) for players, copies in rulings.copies.items()
        ],
        "river_size": RIVER_SIZE,
        "turn_limit": Options().turn_limit,
        "families": list(_families(rulings)),
        "rulesets": ruleset_rows(),
        "told": Ratings(
            MIDDLE, STEP, MEAN, LISTED_FROM, SETTLED_FROM, number_text(MEAN + 0.8, provisional=True)
        ),
        "answers": bool(settings.REPLY_ADDRESS),
    }
    return render(request, "games/rules.html", context)


def _families(rulings: Rulings) -> Iterator[list[LegendRow]]:
    """The Legends, those of one family together."""
    for _family, legends in groupby(LEGENDS.values(), key=lambda legend: legend.family):
        yield [
            LegendRow(
                id=legend.id,
                name=legend_name(legend.id),
                condition=legend_condition(legend.id),
                harmony=rulings.harmony[legend.id],
            )
            for legend in legends
        ]

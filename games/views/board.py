"""The cards of a table as one reader sees them, and what their time is: on every page of a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.play.beat import outage_so_far
from games.play.storage import Table
from games.rules.state import OVER
from games.rules.visibility import View
from games.words import kind_name

from .choice import choose
from .clocks import away, banks, clock_shown
from .explain import explain_markup
from .kingdoms import kingdoms_shown
from .legends import about_markup, river_markup
from .panel import panel_of
from .pieces import sprite
from .seats import seats_markup
from .story import Story
from .wish import Wish


def board_of(
    view: View,
    *,
    mine: int | None,
    names: tuple[str, ...],
    story: Story,
    wish: Wish,
    confirm: bool,
) -> dict[str, Any]:
    """Return the Kingdoms, piles and River, and the panel with what can be done on them.

    `mine` is the number of the reader's seat; `confirm`: what they choose waits to be confirmed.
    """
    choice = choose(view, wish.square, confirm=confirm)
    large, others = kingdoms_shown(
        view, names=names, mine=mine, changed=story.changed, choice=choice
    )
    return {
        "view": view,
        "sprite": sprite(),
        "choice": choice,
        "large": large,
        "others": others,
        "panel": panel_of(view, names=names, choice=choice, resigning=wish.resigning),
        "discard_name": kind_name(view.discard_top) if view.discard_top else "",
        "drawn_name": kind_name(view.drawn) if view.drawn else "",
        "river": river_markup(view),
        "about": about_markup(view),
        "explain": explain_markup(view.rulings.rulesets[view.ruleset]),
    }


def time_of(
    table: Table,
    view: View,
    *,
    mine: int | None,
    names: tuple[str, ...],
    pages: Sequence[str],
    now: datetime,
) -> dict[str, Any]:
    """Return the clock, and the seats with what each has of time; `pages`: see `seats_markup`."""
    game, seats = table.game, table.seats
    outage = None if game.deadline is None else outage_so_far(now)
    return {
        "clock": clock_shown(game, seats, mine=mine, now=now, outage=outage),
        "seats": seats_markup(
            view,
            names=names,
            mine=mine,
            banks=banks(game, seats, now, outage),
            away=away(seats, now) if view.phase != OVER else [""] * len(seats),
            pages=pages,
        ),
    }

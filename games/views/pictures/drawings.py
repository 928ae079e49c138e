"""The pictures there are, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.rules.visibility import View
from games.views.sample_kingdom import sample_kingdom
from games.words import ruleset_name

from .boards import boards
from .lettering import fitted
from .png import WIDTH
from .symbols import symbols
from .tiles import kingdom_tiles

MARGIN = 72  # pixels, as all below, of pictures with words
SAMPLE = 430  # of the Kingdom on the site's picture


class TextLine(NamedTuple):
    """A line of a picture with words."""

    text: str
    size: int
    y: int
    strong: bool


def over_svg(view: View, names: Sequence[str]) -> str:
    """Return the final Kingdoms of a game that is over, with names, points and places."""
    shown = boards(view, names)
    used = {tile.picture for board in shown for tile in board.tiles}
    context = {"boards": shown, "corner": ruleset_name(view.ruleset)}
    return _svg("over", context, used | {"icon-crown"})


def table_svg(names: Sequence[str], *, state: str, ruleset: str) -> str:
    """Return who sits at a table and how it stands in a sentence: no card."""
    room = WIDTH - 2 * MARGIN
    lines = []
    y = 210
    for name in names:
        line = fitted(name, room, largest=60, smallest=36)
        lines.append(TextLine(line.text, line.size, y, True))
        y += 84
    told = fitted(state, room, largest=38, smallest=22)
    lines.append(TextLine(told.text, told.size, 570, False))
    return _svg("words", {"lines": lines, "text_x": MARGIN, "corner": ruleset_name(ruleset)}, ())


def site_svg() -> str:
    """Return what the site is: a finished Kingdom, as on the first page, and a sentence."""
    sample = sample_kingdom()
    kinds = [square.kind for square in sample.squares]
    tiles = kingdom_tiles(kinds, MARGIN, 130, SAMPLE)
    x = MARGIN + SAMPLE + 64
    told = [
        (_("A small game of Kingdoms"), 48, 270, True),
        (_("A card game for two to four:"), 36, 350, False),
        (_("at once, or a turn a day."), 36, 402, False),
    ]
    lines = []
    for text, size, y, strong in told:
        line = fitted(text, WIDTH - x - 40, largest=size, smallest=20)
        lines.append(TextLine(line.text, line.size, y, strong))
    context = {"lines": lines, "text_x": x, "tiles": tiles, "corner": ""}
    return _svg("words", context, {tile.picture for tile in tiles})


def _svg(name: str, context: dict[str, Any], used: Sequence[str] | set[str]) -> str:
    context["symbols"] = symbols(used)
    return render_to_string(f"games/pictures/{name}.svg", context)

"""One position of a game that is stepped through, wherever its record comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.rules.notation.record import Record
from games.rules.notation.replaying import Replay, replay
from games.rules.state import OVER
from games.rules.visibility import AllOpen, View, all_open, view_for
from games.verdict import ties, verdict
from games.words import kind_name, legend_name, ruleset_name

from .choice import Choice
from .explain import explain_markup
from .kingdoms import kingdoms_shown
from .legends import about_markup, river_markup
from .lines import line_of, lines_of
from .panel import panel_of
from .pieces import sprite
from .seats import seats_markup, sheet_of
from .steps import FORM, Ways


def replay_context(
    record: Record,
    at: int | None,
    *,
    names: Sequence[str],
    seat: int | None = None,
    out: bool = False,
    may_open: bool = False,
    opened: bool = False,
    void: bool = False,
    address: str = "",
    pages: Sequence[str] | None = None,
    has: str = "",
) -> dict[str, Any]:
    """Return the context of `templates/games/_position.html`.

    It shows the game of `record` after `at` steps, after all of them for None. `names` are shown by
    seat, `pages` the addresses of the people's pages ("": none). `seat` is the reader's own (None:
    they watch), and `out` whether they have left it. With `may_open` all cards can be opened, and
    are with `opened`: then nothing in the record is kept from the reader. A `void` game had its
    result taken back: nobody has won it. Without an `address` (see `Ways`) steps are buttons of the
    form "steps". `has` is the part of the log that the page has: see `lines_of`.

    Raises IllegalTurn for the first turn that is not legal, IndexError for a position there is not.
    """
    played = replay(record, at)
    eyes = None if out else seat
    hidden = all_open(played.state) if may_open and opened else None
    ways = Ways(address, all_open=hidden is not None)
    view = hidden.view if hidden else view_for(played.state, None)
    if void:
        view = _without_places(view)
    return {
        **_board(view, played, seat=seat, first=record.first, names=names),
        **_ways(ways, played, may_open=may_open and view.phase != OVER),
        "seats": seats_markup(
            view,
            names=names,
            mine=seat,
            banks=[""] * len(names),
            away=[""] * len(names),
            pages=pages or [""] * len(names),
        ),
        "happened": line_of(record, played, played.at, eyes=eyes, names=names),
        "says": _says(view, eyes, names, void=void),
        "lines": lines_of(record, played, eyes=eyes, names=names, ways=ways, has=has),
        "ruleset": ruleset_name(view.ruleset),
        **(_result(view, names, void=void) if view.phase == OVER else {}),
        **(_hidden(hidden) if hidden else {}),
    }


def _without_places(view: View) -> View:
    """The same as if nobody were ranked."""
    return replace(view, kingdoms=tuple(replace(each, place=0) for each in view.kingdoms))


def _board(
    view: View, played: Replay, *, seat: int | None, first: int, names: Sequence[str]
) -> dict[str, Any]:
    """The Kingdoms, piles and River. Which Kingdom is large stays the same from step to step."""
    step = played.steps[played.at - 1] if played.at else None
    changed = {
        (event.seat, event.square) for event in (step.events if step else ()) if event.square >= 0
    }
    large, others = kingdoms_shown(
        view,
        names=names,
        mine=seat,
        changed=frozenset(changed),
        choice=Choice(),
        large=first if seat is None else seat,
    )
    return {
        "view": view,
        "sprite": sprite(),
        "large": large,
        "others": others,
        "discard_name": kind_name(view.discard_top),
        "river": river_markup(view),
        "about": about_markup(view),
        "explain": explain_markup(view.rulings.rulesets[view.ruleset]),
    }


def _ways(ways: Ways, played: Replay, *, may_open: bool) -> dict[str, Any]:
    """Where one can go from here; those beyond an end are None."""
    at, last = played.at, len(played.steps)
    return {
        "at": at,
        "last": last,
        "form": FORM,
        "to_first": ways.to(0) if at else None,
        "to_previous": ways.to(at - 1) if at else None,
        "to_next": ways.to(at + 1) if at < last else None,
        "to_last": ways.to(last) if at < last else None,
        "may_open": may_open,
        "all_open": ways.all_open,
        "way_pattern": ways.pattern,
        "to_switch": ways.to(at, all_open=not ways.all_open),
    }


def _result(view: View, names: Sequence[str], *, void: bool) -> dict[str, Any]:
    """The score sheet, and what told equal totals apart; of a void game there is no result."""
    return {"sheet": sheet_of(view, names), "ties": [] if void else ties(view, names)}


def _says(view: View, eyes: int | None, names: Sequence[str], *, void: bool) -> str:
    """Who moves next, or who has won."""
    if view.phase == OVER and void:
        return _("The game is over. It has no result.")
    if view.phase == OVER:
        return verdict(replace(view, seat=eyes), names)
    return panel_of(view, names=names, choice=Choice(), resigning=False).says


def _hidden(hidden: AllOpen) -> dict[str, Any]:
    """What lies face down beside the Kingdoms, in the order in which it comes."""
    return {
        "pile_names": ", ".join(map(kind_name, hidden.pile)),
        "legend_names": ", ".join(map(legend_name, hidden.legends)),
    }

"""The Kingdoms on the table: squares, lines, points and Legends of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.points import signed
from games.rules.state import ACTION, OVER, PLACING
from games.rules.visibility import KingdomView, View

from .choice import Choice
from .legends import LegendShown, legends_owned
from .links import links_markup
from .pieces import drawn, drawn_all
from .squares import Square


@dataclass(frozen=True, slots=True)
class KingdomShown:
    """One Kingdom as the template needs it."""

    seat: int
    name: str
    yours: bool
    squares: SafeString
    links: SafeString
    holds: SafeString  # points and Legends


class Holds(NamedTuple):
    """What the owner of a Kingdom has so far."""

    harmony: str  # of what lies open
    legends: tuple[LegendShown, ...]  # in order of claiming
    over: bool


def kingdoms_shown(
    view: View,
    *,
    names: Sequence[str],
    mine: int | None,
    changed: frozenset[tuple[int, int]],
    choice: Choice,
    large: int | None = None,
) -> tuple[KingdomShown, list[KingdomShown]]:
    """Return the large Kingdom and the others in order of play after it.

    Large is that of the seat `large`; without it the reader's own (`mine`), or for a watcher that
    of the seat to play or the winner's.
    `changed` holds (seat, square) of what has changed since the reader's last turn.
    """
    large = _large(view, mine) if large is None else large
    seats = len(view.kingdoms)
    order = [(large + step) % seats for step in range(seats)]
    shown = [
        _shown(
            view,
            view.kingdoms[seat],
            name=names[seat],
            yours=seat == mine,
            squares=_squares(view, seat, large=seat == large, changed=changed, choice=choice),
        )
        for seat in order
    ]
    return shown[0], shown[1:]


def _large(view: View, mine: int | None) -> int:
    if mine is not None:
        return mine
    winner = next((kingdom.seat for kingdom in view.kingdoms if kingdom.place == 1), None)
    return view.active if winner is None else winner


def _shown(
    view: View, kingdom: KingdomView, *, name: str, yours: bool, squares: list[Square]
) -> KingdomShown:
    owned = legends_owned(view, kingdom)
    holds = Holds(signed(kingdom.scores.total), owned, over=view.phase == OVER)
    return KingdomShown(
        seat=kingdom.seat,
        name=name,
        yours=yours,
        squares=drawn_all("_square.html", squares),
        links=links_markup(kingdom.cells, view.rulings.rulesets[view.ruleset]),
        holds=drawn("_holds.html", holds),
    )


def _squares(
    view: View,
    seat: int,
    *,
    large: bool,
    changed: frozenset[tuple[int, int]],
    choice: Choice,
) -> list[Square]:
    cells = view.kingdoms[seat].cells
    if not large or seat != view.seat:
        return [
            Square(index, kind, own=large, changed=(seat, index) in changed)
            for index, kind in enumerate(cells)
        ]
    lockable = "OR" if view.seat == view.active and view.phase in (ACTION, PLACING) else ""
    return [
        Square(
            index,
            kind,
            own=True,
            form=choice.forms.get(index, ""),
            value=choice.value(index),
            chosen=index == choice.square,
            card=choice.card if index == choice.square else "",
            changed=(seat, index) in changed,
            locked=kind in lockable,
        )
        for index, kind in enumerate(cells)
    ]

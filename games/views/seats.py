"""The strip of seats, and the score sheet it becomes in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.points import signed
from games.rules.scoring import CATEGORIES
from games.rules.state import ARRANGING, OVER
from games.rules.visibility import KingdomView, View
from games.words import bot_name, category_name, left_word

from .pieces import NAMES, drawn_all, named

EMBLEMS = {
    "elves": "emblem-E",
    "dwarves": "emblem-D",
    "humans": "emblem-H",
    "goblins": "emblem-G",
    "dragons": "emblem-R",
    "legends": "icon-legend",
    "conflicts": "swords",
}


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat of the strip."""

    name: str  # what stands for it: one of NAMES
    look: str  # classes
    icon: str  # id in the sprite, or ""
    to_play: bool
    state: str
    harmony: str
    legends: str
    bank: str = ""  # what is left of the time bank; "": there is none
    away: str = ""  # until when they are on vacation; "": they are not
    page: str = ""  # address of the person's page; "": there is none


@dataclass(frozen=True, slots=True)
class Row:
    """A category of the score sheet: points by seat as (text, winner's)."""

    name: str
    emblem: str
    cells: list[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The printed score sheet."""

    heads: list[tuple[str, bool]]
    rows: list[Row]
    totals: list[tuple[str, bool]]
    places: list[tuple[str, bool]]


def seats_markup(
    view: View,
    *,
    names: Sequence[str],
    mine: int | None,
    banks: Sequence[str],
    away: Sequence[str],
    pages: Sequence[str],
) -> SafeString:
    """Return the seats in order of play, from the first player on.

    `banks` and `away` tell what is left of each seat's time bank, and until when they are away;
    `pages` are the addresses of the people's pages.
    """
    order = [(view.first + step) % len(view.kingdoms) for step in range(len(view.kingdoms))]
    seats = [
        replace(
            _seat(view, view.kingdoms[seat], seat == mine),
            bank=banks[seat],
            away=away[seat],
            page=pages[seat],
        )
        for seat in order
    ]
    called = [
        bot_name(name) if kingdom.bot else name
        for kingdom, name in zip(view.kingdoms, names, strict=True)
    ]
    return named(drawn_all("_seat.html", seats), called)


def sheet_of(view: View, names: Sequence[str]) -> Sheet:
    """Return the score sheet of a game that is over, the columns by place.

    It has no places when nobody is ranked: the columns are by seat then.
    """
    ranked = sorted(view.kingdoms, key=lambda kingdom: (kingdom.place, kingdom.seat))
    won = [kingdom.place == 1 for kingdom in ranked]

    def cells(texts: list[str]) -> list[tuple[str, bool]]:
        return list(zip(texts, won, strict=True))

    return Sheet(
        heads=cells([names[kingdom.seat] for kingdom in ranked]),
        rows=[
            Row(
                category_name(category),
                EMBLEMS[category],
                cells([signed(getattr(kingdom.scores, category)) for kingdom in ranked]),
            )
            for category in CATEGORIES
        ],
        totals=cells([signed(kingdom.scores.total) for kingdom in ranked]),
        places=cells([_place(view, kingdom) for kingdom in ranked]) if any(won) else [],
    )


def _place(view: View, kingdom: KingdomView) -> str:
    if kingdom.left:
        return f"{kingdom.place} ({_state_of_leaver(view, kingdom)})"
    return str(kingdom.place)


def _seat(view: View, kingdom: KingdomView, mine: bool) -> SeatShown:
    to_play = view.phase not in (ARRANGING, OVER) and view.active == kingdom.seat
    won = kingdom.place == 1
    looks = {"you": mine, "out": bool(kingdom.left), "won": won}
    count = len(kingdom.legends)
    return SeatShown(
        name=NAMES[kingdom.seat],
        look=" ".join(["seat", *(look for look, holds in looks.items() if holds)]),
        icon="icon-crown" if won else "icon-turn" if to_play else "icon-bot" if kingdom.bot else "",
        to_play=to_play,
        state=_state(view, kingdom, to_play),
        harmony=signed(kingdom.scores.total),
        legends=ngettext("%(count)d Legend", "%(count)d Legends", count) % {"count": count},
    )


def _state(view: View, kingdom: KingdomView, to_play: bool) -> str:
    if kingdom.place:
        return _("place %(place)d") % {"place": kingdom.place}
    if kingdom.left:
        return _state_of_leaver(view, kingdom)
    if view.phase == ARRANGING:
        return _("ready") if kingdom.ready else _("arranging")
    return _("to play") if to_play else ""


def _state_of_leaver(view: View, kingdom: KingdomView) -> str:
    reason = left_word(kingdom.left)
    if view.leavers == "bot" and view.phase != OVER:
        return _("%(reason)s, a bot plays on") % {"reason": reason}
    return reason

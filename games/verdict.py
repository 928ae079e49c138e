"""How a game has ended: who won, what told equal totals apart, and who had left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.points import signed
from games.rules.ranking import tie_break
from games.rules.scoring import Scores
from games.rules.visibility import View

_GONE: dict[str, str | Promise] = {
    "resigned": gettext_lazy("%(name)s resigned."),
    "timeout": gettext_lazy("%(name)s ran out of time."),
    "removed": gettext_lazy("%(name)s was removed."),
}


class Standing(Protocol):
    """How a seat stands at the end, as its Kingdom or its row tells."""

    @property
    def seat(self) -> int: ...
    @property
    def place(self) -> int: ...
    @property
    def scores(self) -> Scores: ...
    @property
    def left(self) -> str: ...  # "": it stayed


def verdict(view: View, names: Sequence[str]) -> str:
    """Return who won a game that is over, in the reader's eyes."""
    winners = [kingdom for kingdom in view.kingdoms if kingdom.place == 1]
    harmony = winners[0].scores.total
    if [kingdom.seat for kingdom in winners] == [view.seat]:
        return _("You win with %(points)s Harmony.") % {"points": signed(harmony)}
    return won_by([names[kingdom.seat] for kingdom in winners], harmony)


def won_by(winners: Sequence[str], harmony: int) -> str:
    """Return who won with how much Harmony, in anybody's eyes."""
    told = ngettext(
        "%(names)s wins with %(points)s Harmony.",
        "%(names)s share the first place with %(points)s Harmony.",
        len(winners),
    )
    return told % {"names": get_text_list([*winners], _("and")), "points": signed(harmony)}


def ties(view: View, names: Sequence[str]) -> list[str]:
    """Return a sentence for each two neighbours in rank with equal totals (RULES *Winner*)."""
    return ties_among(view.kingdoms, names)


def ties_among(seats: Sequence[Standing], names: Sequence[str]) -> list[str]:
    """Return the same of the seats of a game that is over; `names` are by seat."""
    ranked = sorted(seats, key=lambda seat: seat.place)
    return [told for one, other in pairwise(ranked) if (told := _tie(one, other, names))]


def gone(seats: Sequence[Standing], names: Sequence[str]) -> list[str]:
    """Return a sentence for each seat that had left, best first: no points make up for that."""
    ranked = sorted(seats, key=lambda seat: seat.place)
    return [str(_GONE[seat.left]) % {"name": names[seat.seat]} for seat in ranked if seat.left]


def _tie(one: Standing, other: Standing, names: Sequence[str]) -> str:
    told = {"one": names[one.seat], "other": names[other.seat], "points": signed(one.scores.total)}
    if one.scores.total != other.scores.total or bool(one.left) != bool(other.left):
        return ""
    if one.place == other.place:
        return (
            _(
                "%(one)s and %(other)s both have %(points)s Harmony and the same points in all"
                " their categories, best to worst: they share the place."
            )
            % told
        )
    if one.left:
        return ""
    number = tie_break(one.scores, other.scores)
    more, fewer = (
        signed(sorted(scores, reverse=True)[number - 1]) for scores in (one.scores, other.scores)
    )
    told |= {"more": more, "fewer": fewer, "number": str(number)}
    if number == 1:
        pattern = _(
            "%(one)s and %(other)s both have %(points)s Harmony; the best category decides:"
            " %(more)s against %(fewer)s."
        )
    else:
        pattern = _(
            "%(one)s and %(other)s both have %(points)s Harmony; with the better categories equal,"
            " category number %(number)s from the best decides: %(more)s against %(fewer)s."
        )
    return pattern % told

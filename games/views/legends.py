"""Legends as they are shown: on offer in the River, owned beside a Kingdom, explained."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.visibility import KingdomView, View
from games.words import legend_condition, legend_name

from .pieces import drawn_all


class LegendShown(NamedTuple):
    """One Legend; `claimable` when the reader may claim it now."""

    id: str
    harmony: int  # points
    claimable: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return legend_name(self.id)

    @property
    def condition(self) -> str:
        """What fulfils it."""
        return legend_condition(self.id)

    @property
    def worth(self) -> str:
        """Points in words."""
        return ngettext("%(points)d Harmony", "%(points)d Harmony", self.harmony) % {
            "points": self.harmony
        }


def river_markup(view: View) -> SafeString:
    """Return the Legends on offer, in place order."""
    claims, harmony = view.legal.claims, view.rulings.harmony
    offered = (LegendShown(legend, harmony[legend], legend in claims) for legend in view.river)
    return drawn_all("_legend.html", offered)


def about_markup(view: View) -> SafeString:
    """Return what explains each Legend that somebody owns."""
    owned = (legend for kingdom in view.kingdoms for legend in legends_owned(view, kingdom))
    return drawn_all("_about.html", owned)


def legends_owned(view: View, kingdom: KingdomView) -> tuple[LegendShown, ...]:
    """Return the Legends of a Kingdom's owner, in order of claiming."""
    harmony = view.rulings.harmony
    return tuple(LegendShown(legend, harmony[legend]) for legend in kingdom.legends)

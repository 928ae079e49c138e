"""Legends as they are shown: on offer in the River, owned beside a Kingdom, explained."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from games.rules.legends import HARMONY
from games.rules.visibility import View
from games.words import legend_condition, legend_name

from .pieces import drawn


class LegendShown(NamedTuple):
    """One Legend; `claimable` when the reader may claim it now."""

    id: str
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
    def harmony(self) -> int:
        """Points."""
        return HARMONY[self.id]

    @property
    def worth(self) -> str:
        """Points in words."""
        return ngettext("%(points)d Harmony", "%(points)d Harmony", self.harmony) % {
            "points": self.harmony
        }


def owned_markup(ids: Iterable[str]) -> SafeString:
    """Return the Legends a seat owns, in order of claiming; empty when there are none."""
    return mark_safe("".join(drawn("_owned.html", LegendShown(legend)) for legend in ids))


def river_markup(view: View) -> SafeString:
    """Return the Legends on offer, in place order."""
    claims = view.legal.claims
    return mark_safe(
        "\n".join(
            drawn("_legend.html", LegendShown(legend, legend in claims)) for legend in view.river
        )
    )


def about_markup(view: View) -> SafeString:
    """Return what explains each Legend that somebody owns."""
    ids = [legend for kingdom in view.kingdoms for legend in kingdom.legends]
    return mark_safe("\n".join(drawn("_about.html", LegendShown(legend)) for legend in ids))

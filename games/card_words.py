"""What each card does, in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.rulesets import Ruleset
from games.rules.visibility import FACE_DOWN

_EFFECTS: dict[str, str | Promise] = {
    "P": gettext_lazy("Terrain. Each Human connected to it scores +2."),
    "F": gettext_lazy("Terrain. Each Elf connected to it scores +2, each Human +1."),
    "M": gettext_lazy("Terrain. Each Dwarf connected to it scores +2, each Human +1."),
    "S": gettext_lazy(
        "Terrain. Each Goblin beside it scores +3; each Elf or Human connected to it scores −1."
    ),
    "H": gettext_lazy(
        "Tribe. +2 for each connected Plain, +1 for each Forest and each Mountain, −1 for each"
        " Marsh. In conflict with Goblins: −2 for each connected pair."
    ),
    "E": gettext_lazy(
        "Tribe. +2 for each connected Forest, −1 for each Marsh. In conflict with Dwarves and"
        " Goblins: −2 for each connected pair."
    ),
    "D": gettext_lazy(
        "Tribe. +2 for each connected Mountain. In conflict with Elves and Goblins: −2 for each"
        " connected pair."
    ),
    "G": gettext_lazy(
        "Tribe. +3 for each Marsh beside it; cannot use Portals. In conflict with Humans, Elves"
        " and Dwarves: −2 for each connected pair."
    ),
    "O": gettext_lazy(
        "Connects all the cards that share a side with it; Portals side by side act as one."
        " Locked once face up."
    ),
    FACE_DOWN: gettext_lazy(
        "Face down and unknown to all, its owner too. It can always be replaced, or turned over"
        " by discarding a drawn card. The game ends when a Kingdom has none left."
    ),
}


def kind_effect(kind: str, ruleset: Ruleset) -> str:
    """Return what a card does by a ruleset, given its letter or FACE_DOWN."""
    if kind == "R":
        return _dragon(ruleset)
    effect = str(_EFFECTS[kind])
    if kind == "G" and ruleset.feud:
        effect += " " + _("Goblins side by side are in conflict, too.")
    return effect


def _dragon(ruleset: Ruleset) -> str:
    tamed = " / ".join(f"+{points}" for points in ruleset.tamed)
    wild = " / ".join(f"−{-points}" for points in ruleset.wild)
    return _(
        "Tamed when connected to two cards of one Tribe, Goblins excepted. With one, two or three"
        " Dragons in the Kingdom, each scores %(tamed)s tamed and %(wild)s wild; each past the"
        " third −%(surplus)s. Locked once face up."
    ) % {"tamed": tamed, "wild": wild, "surplus": -ruleset.surplus}

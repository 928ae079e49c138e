"""What there is to check in a game's record, and what strangers' records say themselves."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.names.spelling import NAME_MAX
from games.rules.notation.seeded import Check
from games.strangers_text import shown

_CLAIMS: dict[str, str | Promise] = {
    "commitment": gettext_lazy(
        "The commitment that the table has shown from the start is the SHA-256 of the seed."
    ),
    "recorded": gettext_lazy("The record of the game names the same commitment."),
    "first": gettext_lazy("The first player is the one whom the seed draws."),
    "centre": gettext_lazy(
        "The four centre cards of each Kingdom are those that the seed deals; their owner has"
        " arranged them."
    ),
    "face-down": gettext_lazy(
        "The twelve face-down cards of each Kingdom lie as the seed deals them."
    ),
    "discard": gettext_lazy("The first card of the Discard is the one that the seed turns over."),
    "pile": gettext_lazy("The whole draw pile lies in the order of the seed."),
    "legends": gettext_lazy("All fifteen Legends come to the River in the order of the seed."),
    "turns": gettext_lazy("Every turn is legal: no card came from elsewhere."),
    "reshuffle": gettext_lazy(
        "Each time the draw pile ran out, it was made anew as the seed says."
    ),
}


def claim(part: str) -> str:
    """Return what is checked: one of `games.rules.notation.verifying.PARTS`."""
    return str(_CLAIMS[part])


def claim_of(check: Check) -> str:
    """Return what was checked, as it is true where the check holds."""
    if check.part == "reshuffle":
        return _("Reshuffle %(number)d made the draw pile anew as the seed says.") % {
            "number": check.number
        }
    if check.part == "first" and check.holds is None:
        return _("The oldest account had the first turn, so it was not drawn.")
    return claim(check.part)


def shown_players(players: Sequence[str]) -> list[str]:
    """Return what a stranger's record calls the players; those without a name are numbered."""
    return [
        shown(name, most=NAME_MAX) or _("Player %(number)d") % {"number": number}
        for number, name in enumerate(players, 1)
    ]

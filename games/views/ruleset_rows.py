"""What differs between the rulesets by which games begin now, from the rules' own table."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.points import signed
from games.rules.rulesets import DEFAULT, Ruleset
from games.rules.rulings import latest
from games.words import ruleset_name


class RulesetRow(NamedTuple):
    """One ruleset as pages show it; points are written as people read them."""

    id: str
    name: str
    default: bool
    tamed: list[str]  # for one, two, three and more Dragons
    wild: list[str]
    surplus: str
    feud: bool
    told: str  # all of it in one line


def ruleset_rows() -> list[RulesetRow]:
    """Return them in the reader's language, the default first."""
    return [_row(ruleset) for ruleset in latest().rulesets.values()]


def _row(ruleset: Ruleset) -> RulesetRow:
    tamed, wild = [signed(points) for points in ruleset.tamed], list(map(signed, ruleset.wild))
    goblins = (
        _("Goblins side by side are in conflict.")
        if ruleset.feud
        else _("Goblins tolerate each other.")
    )
    dragons = _(
        "One, two, three Dragons: %(tamed)s for each tamed, %(wild)s for each wild one."
    ) % {"tamed": " / ".join(tamed), "wild": " / ".join(wild)}
    return RulesetRow(
        id=ruleset.id,
        name=ruleset_name(ruleset.id),
        default=ruleset.id == DEFAULT,
        tamed=tamed,
        wild=wild,
        surplus=signed(ruleset.surplus),
        feud=ruleset.feud,
        told=f"{dragons} {goblins}",
    )

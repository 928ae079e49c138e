"""What each card does, to be read at the table."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.card_words import kind_effect
from games.rules.cards import KINDS
from games.rules.rulesets import Ruleset
from games.rules.visibility import FACE_DOWN
from games.words import kind_name

from .pieces import drawn


class Explained(NamedTuple):
    """All cards by one ruleset."""

    ruleset: Ruleset

    @property
    def cards(self) -> list[tuple[str, str, str]]:
        """Letter, name and effect of each."""
        kinds = [(kind, kind_name(kind), kind_effect(kind, self.ruleset)) for kind in KINDS]
        unexplored = _("Unexplored Territory")
        return [*kinds, (FACE_DOWN, unexplored, kind_effect(FACE_DOWN, self.ruleset))]


def explain_markup(ruleset: Ruleset) -> SafeString:
    """Return what every card does by `ruleset`."""
    return drawn("_explain.html", Explained(ruleset))

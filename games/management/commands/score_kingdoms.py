"""Score Kingdoms, one a line."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, no_translations

from games.management.json_lines import answer_lines
from games.rules.errors import RulesError
from games.rules.kingdom import Kingdom
from games.rules.legends import fulfilled, known_legend
from games.rules.notation.checking import score_object
from games.rules.notation.shape import a_list, an_object, required, rulings_named
from games.rules.scoring import score


class Command(BaseCommand):
    """Needs no database: the rules alone."""

    help = (
        'Read lines like {"kingdom": [4 strings], "ruleset": "rulebook", "legends": [ids]} from'
        " standard input and write the scores, with all cards turned up, and the Legends that the"
        ' face-up cards fulfil. A further key "rules" names another revision of the rulings than 1.'
        " Exit status 1 if any line was an error."
    )
    requires_system_checks: list[str] = []

    @no_translations
    def handle(self, *args: object, **options: object) -> None:
        """Answer every line of standard input."""
        if not answer_lines(score_kingdom, source=sys.stdin.buffer, out=self.stdout):
            sys.exit(1)


def score_kingdom(value: object) -> dict[str, object]:
    """The scores of one line and the Legends it fulfils; raises RulesError if it is malformed."""
    line = an_object(value)
    kingdom = Kingdom.parse(required(line, "kingdom"))
    rulings = rulings_named(line)
    ruleset = rulings.ruleset(required(line, "ruleset")).id
    legends: list[str] = []
    for name in a_list(line, "legends"):
        if name in legends:
            raise RulesError("legends-owned", legend=name)
        legends.append(known_legend(name))
    face_up = sorted(fulfilled(kingdom))
    kingdom.reveal_all()
    return {"scores": score_object(score(kingdom, rulings, ruleset, legends)), "fulfilled": face_up}

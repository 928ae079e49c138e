"""Play game records by the rules, one a line."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, no_translations

from games.management.json_lines import answer_lines
from games.rules.notation.checking import check_record, score_object


class Command(BaseCommand):
    """Needs no database: the rules alone."""

    help = (
        "Read game records (drako-record/1), one a line, from standard input and write the scores"
        " and places that follow, or the first turn that is not legal and why. Exit status 1 if"
        " any line was an error."
    )
    requires_system_checks: list[str] = []

    @no_translations
    def handle(self, *args: object, **options: object) -> None:
        """Answer every line of standard input."""
        if not answer_lines(outcome, source=sys.stdin.buffer, out=self.stdout):
            sys.exit(1)


def outcome(value: object) -> dict[str, object]:
    """What follows from one record; raises RulesError or IllegalTurn if it is not right."""
    scores, places = check_record(value)
    if not places:
        return {"unfinished": True}
    return {"scores": [score_object(own) for own in scores], "places": places}

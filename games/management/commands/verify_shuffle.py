"""Check the chance in a finished game."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser, no_translations

from games.models import Game
from games.record_words import claim_of
from games.rules.errors import RulesError
from games.rules.notation.record import read_record
from games.rules.notation.verifying import chance_checks, hold
from games.words import sentence

_MARKS = {True: "right", False: "WRONG", None: "-"}


class Command(BaseCommand):
    """The same that the page of the game tells."""

    help = (
        "Check for a finished game that its commitment binds the seed and that the first player,"
        " the deal and each reshuffle follow from it. Exit status 1 if anything is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The code of a game."""
        parser.add_argument("code", metavar="CODE", help="as in the address of its table")

    @no_translations
    def handle(self, *args: object, code: str, **options: object) -> None:
        """Write a line for each part; a CommandError says why there is nothing to check."""
        game = Game.objects.filter(code=code).first()
        if game is None:
            raise CommandError(f"There is no game {code}.")
        if game.record is None:
            raise CommandError(_why_not(game))
        try:
            checks = chance_checks(read_record(game.record), game.commitment)
        except RulesError as error:
            raise CommandError(f"The record cannot be checked: {sentence(error)}") from error
        for check in checks:
            self.stdout.write(f"{_MARKS[check.holds]:5}  {claim_of(check)}")
        if not hold(checks):
            self.stdout.write("The chance in this game is not what its commitment said.")
            sys.exit(1)
        self.stdout.write("All chance in this game is what its commitment said.")


def _why_not(game: Game) -> str:
    if game.status in Game.UNDER_WAY:
        return f"The game {game.code} is not over: its seed is told when it is."
    return f"The game {game.code} has ended without a result, so its seed is not told."

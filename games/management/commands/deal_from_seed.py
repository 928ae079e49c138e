"""Show the deal of a seed."""

from __future__ import annotations

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser, no_translations

from games.rules.chance import SEED_BYTES
from games.rules.errors import RulesError
from games.rules.notation.shape import from_hex
from games.rules.rulings import FIRST, rulings_of
from games.rules.setup import deal
from games.words import sentence


class Command(BaseCommand):
    """Needs no database: the rules alone."""

    help = "Write the deal that a seed makes, as one line of JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """A seed and a number of players."""
        parser.add_argument("seed", metavar="HEX", help="the seed, 64 hexadecimal digits")
        parser.add_argument("players", metavar="PLAYERS", help="2, 3 or 4")
        parser.add_argument(
            "--rules",
            metavar="REVISION",
            type=int,
            default=FIRST,
            help="revision of the rulings, as a record has it under the same name (default: 1)",
        )

    @no_translations
    def handle(self, *args: object, seed: str, players: str, rules: int, **options: object) -> None:
        """Write the deal; a CommandError says what is wrong with the arguments."""
        try:
            self.stdout.write(json.dumps(deal_of(seed, players, rules)))
        except RulesError as error:
            raise CommandError(sentence(error)) from error


def deal_of(seed: str, players: str, rules: int) -> dict[str, object]:
    """The deal as a record tells it; raises players-count, seed-length or rules-revision."""
    if players not in ("2", "3", "4"):
        raise RulesError("players-count", players=players)
    secret = from_hex(seed, SEED_BYTES)
    if secret is None:
        raise RulesError("seed-length")
    dealt = deal(secret, int(players), rulings_of(rules))
    return {
        "kingdoms": [kingdom.rows() for kingdom in dealt.kingdoms],
        "pile": dealt.pile[1:],
        "discard": dealt.pile[0],
        "legends": dealt.legends,
        "first": dealt.first,
    }

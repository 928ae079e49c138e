"""Count all results again from the history, or say whether the ratings are right."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError, no_translations

from games.play.ratings.again import count_all_again
from games.play.ratings.checking import Wrong, check

MOST_TOLD = 20
CANNOT_TELL = 2
"""The exit status while results are counted again."""


class Command(BaseCommand):
    """The same numbers come of the same results, to the last digit."""

    help = (
        "Count the results of all rated games again, in the order in which they were counted, and"
        " write the ratings that follow. The site may run meanwhile; broken off, it is finished by"
        " the site itself, or by the next run."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to look alone."""
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; exit status 1 if a rating is not what the results tell, 2 if that"
            " cannot be told just now",
        )

    @no_translations
    def handle(self, *args: object, check: bool, **options: object) -> None:
        """Do it, and tell how many results there are, or what is wrong."""
        if check:
            self._check()
            return
        self.stdout.write(f"Results counted again: {count_all_again()}.")

    def _check(self) -> None:
        wrong = check()
        if wrong is None:
            raise CommandError(
                "A result was taken back, and those after it are still being counted again. Look"
                " again in a minute, while the site runs.",
                returncode=CANNOT_TELL,
            )
        for each in wrong[:MOST_TOLD]:
            self.stdout.write(_told(each))
        if wrong:
            self.stdout.write(f"Not what the results tell: {len(wrong)}.")
            sys.exit(1)
        self.stdout.write("All ratings are what the results tell, to the last digit.")


def _told(wrong: Wrong) -> str:
    if wrong.uncounted:
        return f"Game {wrong.code}, seat {wrong.seat + 1}: numbers, but it is not counted."
    if wrong.code:
        return f"Game {wrong.code}, seat {wrong.seat + 1}: other numbers."
    return f"The rating of {wrong.name}: other numbers."

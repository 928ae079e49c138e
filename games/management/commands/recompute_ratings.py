"""Count all results again from the history, or say whether the ratings are right."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError, no_translations

from games.play.ratings.again import count_all_again
from games.play.ratings.checking import Wrong, kept_now, what_is_wrong

MOST_TOLD = 20


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
            help="change nothing; exit status 1 if a rating is not what the results tell",
        )

    @no_translations
    def handle(self, *args: object, check: bool, **options: object) -> None:
        """Do it, and tell how many results there are, or what is wrong."""
        if check:
            self._check()
            return
        self.stdout.write(f"Results counted again: {count_all_again()}.")

    def _check(self) -> None:
        kept = kept_now()
        if kept is None:
            raise CommandError(
                "A result was taken back, and those after it are still being counted again. Look"
                " again in a minute, while the site runs."
            )
        found = 0
        for found, wrong in enumerate(what_is_wrong(kept), 1):
            if found <= MOST_TOLD:
                self.stdout.write(_told(wrong))
        if found:
            self.stdout.write(f"Not what the results tell: {found}.")
            sys.exit(1)
        self.stdout.write("All ratings are what the results tell, to the last digit.")


def _told(wrong: Wrong) -> str:
    if wrong.code:
        return f"Game {wrong.code}, seat {wrong.seat + 1}: other numbers."
    return f"The rating of {wrong.name}: other numbers."

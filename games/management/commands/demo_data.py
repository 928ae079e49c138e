"""Fill a site with people, games and reports, so that every page can be looked at full."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from accounts.services import TakenError
from accounts.switches import now_switches
from games.management.demo import games, lives, people, reports, roles
from games.management.demo.cast import NobodyIsFree
from games.management.demo.progress import work_off
from games.play.beat import beat
from games.play.ratings.counting import count_results

MOST = 100_000  # games, reports
STOPPED = 130  # exit status, as of a process that Ctrl-C has ended
SIGN_IN_AS = {
    roles.BUSIEST: "plays most",
    roles.MODERATOR: "moderator, also at /admin/",
    roles.OTHER_MODERATOR: "another one",
    roles.OPERATOR: "operator, also at /admin/",
    roles.SUSPENDED: "suspended, with games whose clocks stand still",
    roles.BANNED: "banned",
    roles.MUTED: "muted",
    roles.WARNED: "warned",
    roles.AWAY: "on vacation",
    roles.RENAMED: "had another name before",
    roles.BLOCKER: "has blocked somebody",
}


class Command(BaseCommand):
    """Each piece has a transaction of its own and a number by which it is known again."""

    help = (
        "For a laptop: make invented people, games in every state and reports, months of them, by"
        " the same functions that people use. Nobody gets mail of it. Ctrl-C stops it; run again it"
        " makes what is missing, and nothing twice. A site that other people use, or that others"
        " can reach, is left alone unless you say --yes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the sizes, what chance begins with, and what people sign in with."""
        parser.add_argument("--people", type=int, default=50, help="how many, 50 if not given")
        parser.add_argument("--games", type=int, default=500, help="how many, 500 if not given")
        parser.add_argument("--reports", type=int, default=30, help="how many, 30 if not given")
        parser.add_argument("--seed", type=int, default=1, help="another number, other games")
        parser.add_argument("--password", default="", help="of all of them; else one is made")
        parser.add_argument("--yes", action="store_true", help="beside other people, and in public")

    def handle(self, *args: object, **options: Any) -> None:
        """Make what is missing, then tell how to sign in."""
        self._check(options)
        try:
            self._make(options, timezone.now())
        except KeyboardInterrupt:
            raise CommandError("Stopped. Run it again to go on.", returncode=STOPPED) from None
        except TakenError as error:
            raise CommandError(f"Somebody else has a {error.field} of these people.") from error
        except NobodyIsFree:
            raise CommandError("All sit at as many tables as they may: more --people.") from None
        self._tell()

    def _check(self, options: dict[str, Any]) -> None:
        if not roles.FEWEST <= options["people"] <= people.MOST:
            raise CommandError(f"--people: {roles.FEWEST} to {people.MOST}.")
        if not 0 <= options["games"] <= MOST or not 0 <= options["reports"] <= MOST:
            raise CommandError(f"--games, --reports: at most {MOST}.")
        if options["password"]:
            try:
                validate_password(options["password"])
            except ValidationError as error:
                raise CommandError(f"--password: {' '.join(error.messages)}") from error
        if now_switches().tables_closed:
            raise CommandError("Staff let no tables be opened: see the switches of the site.")
        if options["yes"]:
            return
        if not settings.ON_LAPTOP:
            raise CommandError(
                f"This is for laptops, and {settings.SITE_URL} is none. Its staff accounts could be"
                " used by whoever gets to know the password. Say --yes if you want it all the same."
            )
        if count := people.others().count():
            raise CommandError(
                f"Others have accounts here ({count}), and would find invented people beside them"
                " for good. Say --yes if you want it all the same."
            )

    def _make(self, options: dict[str, Any], now: datetime) -> None:
        beat(now)  # the site may have been away: what is made now did not run in that time
        seed = options["seed"]

        def all_of(what: str, make: Callable[..., bool], known: set[int]) -> None:
            missing = {*range(options[what])} - known

            def one(number: int) -> bool:
                return make(number, seed=seed, now=now)

            work_off(what.capitalize(), options[what], one, missing, self.stdout)

        gone = {roles.FORMER} if people.has_left() else set()
        all_of("people", people.make, {*people.everybody(), *gone})
        self._set_passwords(options["password"])
        lives.plan_vacations(now)
        lives.refuse_address(now)
        all_of("games", games.make, {*games.keys()})
        count_results(now, most=MOST)
        lives.begin_vacations(now)
        all_of("reports", reports.make, {*reports.keys()})
        reports.follow(now)
        reports.note(now)
        lives.block(now)
        lives.rename(now)
        lives.leave(now)

    def _set_passwords(self, wanted: str) -> None:
        """Give them the password that is wanted, or one that is made where they have none."""
        if not wanted and people.can_sign_in():
            self.stdout.write("The password is as it was; --password sets another.")
            return
        password = wanted or secrets.token_urlsafe(9)
        people.set_passwords(password)
        self.stdout.write(f"The password of all of them: {self.style.WARNING(password)}")

    def _tell(self) -> None:
        self.stdout.write(f"Sign in at {settings.SITE_URL}{reverse('account_login')} as")
        there = people.everybody()
        for number, what in SIGN_IN_AS.items():
            if number in there:
                self.stdout.write(f"  {there[number].name:<26}{what}")

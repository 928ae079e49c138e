"""Take in one mail from a mail server's pipe."""

from __future__ import annotations

import logging
import os
import sys
from typing import IO

from django.core.checks import run_checks
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.mail.incoming.inlet import AWAY, take_in
from games.mail.incoming.letter import MOST_BYTES
from games.mail.incoming.mime import without_mailbox_line
from games.mail.incoming.receive import NoReplyAddressError

logger = logging.getLogger(__name__)

LATER = os.EX_TEMPFAIL
_PIECE = 1 << 16


class Command(BaseCommand):
    """Says to the mail server only: done, or later. Any other exit status would send it back.

    What comes from outside is to make nobody a bounce: its sender may be forged. So a mail that a
    fault of ours kept from being read counts as done once it is kept in a file, from which it can
    be given in again: kept by the mail server, it would be tried for days, with a traceback each
    time, and go back in the end.
    """

    help = (
        "Read one message from standard input: an answer to a turn mail is played, a report that a"
        " mail could not be delivered noted, all else ignored. For the pipe of a mail server:"
        " `manage.py receive_mail --to=ADDRESS`; README.md shows how. Exit status 0 when the"
        f" message was dealt with, {LATER} when the mail server is to keep it and try again: the"
        " database is away, or settings are wrong. Only the log, on standard error, tells what"
        " became of the message; `--verbosity 2` says it on standard output too."
    )
    requires_system_checks: list[str] = []  # run below, where warnings are not printed

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            *("--to", "-t"),
            action="append",
            default=[],
            metavar="ADDRESS",
            help="where the envelope says that it goes; give it again for further addresses",
        )

    def run_from_argv(self, argv: list[str]) -> None:
        """Make every failure one that keeps the mail, a wrong option too."""
        try:
            super().run_from_argv(argv)
        except SystemExit as end:
            if end.code:
                sys.exit(LATER)
            raise
        except Exception:  # not of the message: that one is dealt with below
            logger.exception("The mail is left to the mail server")
            sys.exit(LATER)

    def handle(self, *args: object, to: list[str], verbosity: int, **options: object) -> None:
        """Take the message in."""
        wrong = [check for check in run_checks() if check.is_serious() and not check.is_silenced()]
        if wrong:
            raise CommandError("\n".join(check.msg for check in wrong), returncode=LATER)
        raw = _message(sys.stdin.buffer)
        try:
            said = take_in(raw, recipients=to, now=timezone.now())
        except AWAY as error:
            raise CommandError(f"The database is away: {error}", returncode=LATER) from error
        except NoReplyAddressError as error:
            raise CommandError(str(error), returncode=LATER) from error
        except OSError as error:
            raise CommandError(f"It cannot be kept: {error}", returncode=LATER) from error
        if verbosity > 1:
            self.stdout.write(said)


def _message(stream: IO[bytes]) -> bytes:
    """Return one byte more than is wanted at most; what follows is read and forgotten.

    A pipe that is not read to its end is a failure to some mail servers. Some write a line before
    the head, as in files of mails (mbox).
    """
    raw = stream.read(MOST_BYTES + 1)
    while stream.read(_PIECE):
        pass
    return without_mailbox_line(raw)

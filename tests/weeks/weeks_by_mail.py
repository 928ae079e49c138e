"""The course of a game by mail alone: moments pass, mails come and go, processes die."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

from accounts.models import Notice
from games.models import Game
from tests.fixtures.mail_server import MailServer
from tests.weeks.answers import check_answer, check_nothing_hidden
from tests.weeks.correspondents import Correspondent
from tests.weeks.inbound import Inbound
from tests.weeks.site_process import SiteProcess
from tests.weeks.truth import check

START = datetime(2026, 3, 16, 8, 0, tzinfo=UTC)
BEAT = timedelta(minutes=4, seconds=30)  # a longer gap would be an outage
SWEEP = 24 * BEAT
LONGEST = timedelta(days=60)


class Weeks:
    """The course of the game; `told` are the notices that mails told, by key."""

    def __init__(
        self, people: list[Correspondent], site: SiteProcess, out: MailServer, inbound: Inbound
    ) -> None:
        self.people = {person.user.pk: person for person in people}
        self.site = site
        self.out = out
        self.inbound = inbound
        self.random = Random(3)
        self.read = 0
        self.told: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()  # by its Message-ID; a stranger's by that
        self.doubled = 0
        self.cut_short = 0

    def run(self, game: Game) -> datetime:
        """Play until the game is over; return when that was."""
        now = START
        while now - START < LONGEST:
            for number in range(int(SWEEP / BEAT)):
                self.site.beat(now + number * BEAT)
            now += SWEEP
            self.cut_short += self.site.sweep_or_die(self.random, now)
            self._read_mails(now)
            for person in self.people.values():
                person.act(now)
                person.send(self.inbound.server.port)
            self.inbound.deliver(now)
            if self._is_over(game):
                return now
        raise AssertionError(f"not over after {LONGEST}")

    def _is_over(self, game: Game) -> bool:
        game.refresh_from_db()
        waits = Notice.objects.filter(state__in=["waiting", "sending"])
        return game.status == Game.Status.OVER and not waits.exists()

    def _read_mails(self, now: datetime) -> None:
        names = [mail.name for mail in self.out.mails]
        for index in range(self.read, len(names)):
            if names[index] in names[:index]:
                self.doubled += 1
                continue
            mail = self.out.mails[index]
            notices = check(mail, now)
            check_nothing_hidden(mail, notices, now)
            for notice in notices:
                self.told[notice.key] += 1
                if notice.kind == "answer":
                    received = check_answer(mail, notice)
                    self.answered[received.message_id or received.why] += 1
            assert notices[0].user_id is not None
            self.people[notices[0].user_id].read(mail, notices, now)
        self.read = len(names)

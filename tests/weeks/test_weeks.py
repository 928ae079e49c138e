"""A game of four over simulated weeks: by browser and mail, with all that goes wrong meanwhile.

People act some hours after a mail tells them that it is their turn, and never otherwise; so a turn
that nobody is told of would never be played. The sweeps and the sender run in another process,
which is killed now and then; the mail server fails one delivery in ten.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils.timezone import localtime

from accounts.models import MailChoice, Notice, User
from accounts.zones import zone_of
from games.models import Game
from games.play.storage import read
from tests.builders import make_user
from tests.fixtures.mail_server import MailServer
from tests.views.visitors import browser_of
from tests.weeks.people import Person, seated
from tests.weeks.site_process import SiteProcess
from tests.weeks.truth import check
from tests.weeks.unreliable import Unreliable

# A minute's work; on PostgreSQL test_by_mail.py plays over weeks, and test_killed.py kills.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

START = datetime(2026, 3, 16, 8, 0, tzinfo=UTC)  # the clocks change in Berlin meanwhile
BEAT = timedelta(minutes=4, seconds=30)  # a longer gap would be an outage
SWEEP = 12 * BEAT
LONGEST = timedelta(days=90)
SLOWEST_ANSWER = 16 * 60  # minutes
TURNS = 7
QUITS_AFTER = 4  # turns, whoever stops answering
AWAY_AFTER = 2  # turns, whoever goes on vacation
UNTRUE_BY_THEN = {
    ("reminder", "it was another turn"),
    ("reminder", "the game does not wait for this seat"),
    ("reminder", "the game is at another stage"),
    ("table-expiring", "the game is at another stage"),
    ("reminder", "a later reminder is due"),  # after quiet hours
}


@pytest.fixture
def users() -> list[User]:
    """Four people in four zones: mail at once, with quiet hours, in a digest, bundled."""
    proven: dict[str, Any] = {"email_proven_at": START}
    ana = make_user("Ana", time_zone="Europe/Berlin", **proven)
    bo = make_user("Bo", time_zone="Asia/Kathmandu", quiet_from=22, quiet_until=7, **proven)
    cy = make_user("Cy", time_zone="Pacific/Honolulu", digest_hour=6, **proven)
    di = make_user("Di", time_zone="America/New_York", **proven)
    MailChoice.objects.create(user=cy, kind="turn", way=MailChoice.Way.DIGEST)
    MailChoice.objects.create(user=di, kind="turn", way=MailChoice.Way.BUNDLED)
    return [ana, bo, cy, di]


def open_table(users: list[User]) -> Game:
    """A table opened, joined and so started in the browsers of `users`."""
    host, *others = [browser_of(user) for user in users]
    options = {
        "players": "4",
        "seen_by": "lobby",
        "ruleset": "rulebook",
        "turn_limit": str(TURNS),
        "first_by": "seed",
        "leavers": "bot",
        "pace": "own",
        **{"turn_time": "2", "turn_unit": "86400", "bank_time": "36", "bank_unit": "3600"},
    }
    assert host.post(reverse("new-table"), options).status_code == 303
    game = Game.objects.get()
    for other in others:
        assert other.post(reverse("join", args=[game.code])).status_code == 303
    return game


def go_on_vacation(person: Person, now: datetime) -> None:
    """From today for four days, on their settings page."""
    today = (now - timedelta(hours=10)).date()  # in Honolulu
    days = {"first": today.isoformat(), "last": (today + timedelta(days=3)).isoformat()}
    assert person.browser.client.post(reverse("vacation"), days).status_code == 303
    person.user.refresh_from_db()
    assert person.user.is_away(now)


class Weeks:
    """The course of the game; `told` are the notices that mails told, by key."""

    def __init__(self, people: list[Person], site: SiteProcess, server: MailServer) -> None:
        self.people = people
        self.site = site
        self.server = server
        self.random = Random(3)
        self.read = 0
        self.told: Counter[str] = Counter()
        self.doubled = 0
        self.cut_short = 0
        self.acts: dict[int, datetime] = {}  # when who acts next, by person
        self.quits, self.away = people[1], next(each for each in people if each.name == "Cy")

    def run(self, game: Game) -> datetime:
        """Play until the game is over; return when that was."""
        now = START
        while now - START < LONGEST:
            for minutes in range(0, int(SWEEP / BEAT)):
                self.site.beat(now + minutes * BEAT)
            now += SWEEP
            self.cut_short += self.site.sweep_or_die(self.random, now)
            self._read_mails(now)
            self._act(now)
            if Game.objects.get(pk=game.pk).status == Game.Status.OVER and not self._waits():
                return now
        raise AssertionError(f"not over after {LONGEST}")

    def _waits(self) -> bool:
        return Notice.objects.filter(state__in=["waiting", "sending"]).exists()

    def _read_mails(self, now: datetime) -> None:
        names = [mail.name for mail in self.server.mails]
        for index in range(self.read, len(names)):
            if names[index] in names[:index]:
                self.doubled += 1
                continue
            for notice in check(self.server.mails[index], now):
                self.told[notice.key] += 1
                assert notice.user_id is not None
                if notice.kind in ("started", "turn"):
                    delay = timedelta(minutes=self.random.randint(1, SLOWEST_ANSWER))
                    self.acts.setdefault(notice.user_id, now + delay)
        self.read = len(names)

    def _act(self, now: datetime) -> None:
        for person in self.people:
            at = self.acts.get(person.user.pk)
            if at is None or at > now:
                continue
            del self.acts[person.user.pk]
            turns = read(person.browser.game).seats[person.number].turns
            if person is self.quits and turns >= QUITS_AFTER:
                continue
            with time_machine.travel(now, tick=False):
                made = person.play()
                if person is self.away and made and turns == AWAY_AFTER:
                    go_on_vacation(person, now)


def test_a_game_of_four_over_weeks(
    users: list[User], site: SiteProcess, mail_server: MailServer
) -> None:
    unreliable = Unreliable(mail_server, every=10)
    with time_machine.travel(START, tick=False):
        game = open_table(users)
    people = seated(game, users, seed=1)
    weeks = Weeks(people, site, mail_server)
    ended = weeks.run(game)

    game.refresh_from_db()
    seats = {seat.number: seat for seat in game.seats.all()}
    quitter = weeks.quits.number
    assert (game.status, game.end) == (Game.Status.OVER, "limit")
    assert [number for number, seat in seats.items() if seat.left_at] == [quitter]
    assert seats[quitter].left_why == "timeout"

    # Each turn of each seat was told once.
    turns = [key for key in weeks.told if key.startswith("turn:")]
    played = {number: seat.turns for number, seat in seats.items() if number != quitter}
    told = Counter(int(key.split(":")[2]) for key in turns)
    assert told == Counter(played | {quitter: QUITS_AFTER + 1})
    assert set(weeks.told.values()) == {1}

    # All else that happened was told once to each whom it concerns.
    kinds = Counter(key.split(":")[0] for key in weeks.told)
    assert kinds["over"] == 4
    assert kinds["timed-out"] == 1
    assert kinds["left"] == 3
    assert kinds["vacation-ending"] == kinds["vacation-over"] == 1
    last = [key for key in turns if key.split(":")[2] == str(quitter)][-1].partition(":")[2]
    for hours in (24, 8, 1):
        key = f"reminder:{last}:{hours}h"
        # One whose moment is in the quiet hours of the quitter waits for the morning: too long.
        held_until = localtime(Notice.objects.get(key=key).not_before, zone_of(weeks.quits.user))
        assert weeks.told[key] == 1 or held_until.hour == weeks.quits.user.quiet_until

    # Nothing was lost, and nothing doubled but where the mail server or a kill made it so.
    assert not Notice.objects.exclude(state__in=["sent", "dropped"]).exists()
    dropped = set(Notice.objects.filter(state="dropped").values_list("kind", "error"))
    assert dropped <= UNTRUE_BY_THEN
    assert weeks.doubled <= unreliable.may_have_doubled + weeks.cut_short
    assert unreliable.may_have_doubled and weeks.cut_short and site.starts > 5
    assert ended - START > timedelta(weeks=2)

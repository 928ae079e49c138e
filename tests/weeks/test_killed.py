"""A game by mail while the site's parts die under it: it comes to the same end.

Real processes and real time; where the site would wait, the rows are made older instead.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import Notice
from games.models import Game, Heartbeat, Seat
from games.play.lobby import Options, join, open_table
from tests.builders import SEED, make_user
from tests.processes import eventually
from tests.weeks.people import Person, seated
from tests.weeks.stack import Stack
from tests.weeks.truth import check

pytestmark = pytest.mark.django_db(transaction=True)

TURNS = 4
PATIENCE = 60  # seconds
NOTHING_IS_SENT = ("worker", "mail")  # while one of these is down
HOUR = timedelta(hours=1)


class Course:
    """The course of the game: who is told plays, and something dies."""

    def __init__(self, game: Game, people: list[Person], stack: Stack) -> None:
        self.game = game
        self.people = people
        self.stack = stack
        self.random = Random(5)
        self.died: Counter[str] = Counter()
        self.told: Counter[str] = Counter()
        self.seen: set[str] = set()
        self.down = ""

    def run(self) -> None:
        """Play to the end."""
        self._all_are_told("started")
        for person in self.people:
            person.play()
        while Game.objects.get(pk=self.game.pk).is_running:
            self._something_dies()
            self._age_rows()
            self._play_when_told()
        self._all_are_told("over")

    def _something_dies(self) -> None:
        part = self.random.choice(self.stack.parts)
        self.died[part] += 1
        if part == "database":
            self.stack.cut_database()
        elif part == "mail":
            self.stack.mail_server.stop()
        else:
            self.stack.kill(part)
        self.down = part

    def _mend(self) -> None:
        if self.down == "mail":
            self.stack.mail_server.start()
        elif self.down not in ("", "database"):
            self.stack.start(self.down)
        self.down = ""

    def _play_when_told(self) -> None:
        """Let the person play whose turn it is: told by mail, or by chance looking at the table."""
        game = Game.objects.get(pk=self.game.pk)
        person = self.people[game.active_seat]
        if self.down in NOTHING_IS_SENT and self.random.random() < 0.5:
            self._read_mails()
            assert person.play()
            self._mend()
            return
        self._mend()
        key = f"turn:{game.pk}:{person.number}:{game.turn_number}"
        eventually(lambda: self._was_told(key), what=f"a mail for {key}", seconds=PATIENCE)
        assert person.play()

    def _was_told(self, key: str) -> bool:
        self.stack.keep_running()
        self._age_rows()
        self._read_mails()
        return key in self.told

    def _all_are_told(self, kind: str) -> None:
        keys = [f"{kind}:{self.game.pk}:{person.number}" for person in self.people]
        eventually(lambda: all(self._was_told(key) for key in keys), what=kind, seconds=PATIENCE)

    def _read_mails(self) -> None:
        for mail in list(self.stack.mail_server.mails):
            if mail.name not in self.seen:
                self.seen.add(mail.name)
                for notice in check(mail, timezone.now()):
                    self.told[notice.key] += 1

    def _age_rows(self) -> None:
        """Let what has been waited for be over: moments of grace, retries, dead senders' claims."""
        now = timezone.now()
        Seat.objects.filter(game=self.game).update(acted_at=F("acted_at") - HOUR)
        waiting = Notice.objects.filter(state="waiting", kind__in=["started", "turn", "over"])
        waiting.filter(not_before__gt=now).update(not_before=now)
        stale = Notice.objects.filter(state="sending", claimed_at__lt=now - timedelta(seconds=5))
        stale.update(claimed_at=now - HOUR)


@pytest.mark.sqlite
def test_a_game_by_mail_on_a_laptop(stack: Stack) -> None:
    play_while_parts_die(stack)


@pytest.mark.postgresql
@pytest.mark.redis
def test_a_game_by_mail_on_a_server(stack: Stack) -> None:
    play_while_parts_die(stack)


def play_while_parts_die(stack: Stack) -> None:
    users = [make_user(name, email_proven_at=timezone.now()) for name in ("Ana", "Bo", "Cy", "Di")]
    options = Options(players=4, turn_limit=TURNS)
    game = open_table(host=users[0], options=options, now=timezone.now())
    for user in users[1:]:
        join(game_id=game.pk, user=user, seed=SEED, now=timezone.now())
    course = Course(game, seated(game, users, seed=2), stack)
    course.run()

    game.refresh_from_db()
    assert (game.status, game.end) == (Game.Status.OVER, "limit")
    assert list(game.seats.values_list("turns", "left_at")) == [(TURNS, None)] * 4
    assert set(course.died) == set(stack.parts)
    assert Heartbeat.objects.exists()

    # Nobody was told anything twice, but by the same mail; nothing is left over.
    assert set(course.told.values()) == {1}
    assert not Notice.objects.filter(state__in=["sending", "failed"]).exists()
    waiting = Notice.objects.filter(state="waiting").values_list("kind", flat=True)
    assert set(waiting) <= {"reminder", "table-expiring"}

"""Whatever happens in whatever order: nobody's time runs out before its own deadline, all do then.

An account is kept beside the game: seconds that count down only while the service is up and nobody
whom the game waits for is away, on vacation or shut out with their clocks paused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as some

from accounts.models import User
from accounts.sanctions import impose
from games.models import Game, Heartbeat
from games.play import clock
from games.play.beat import beat
from games.play.expiry import expire_due
from games.play.shifts import apply_to_all, give_time, give_time_to_all
from games.play.storage import load
from games.play.suspension import sweep as follow
from tests.builders import NOW, make_game, make_user
from tests.play.clockwork import end_turn, fresh, go_away, seat

pytestmark = pytest.mark.django_db

PLAYERS = 3
TURN, BANK = 6 * 3600, 8 * 3600
FOR_GOOD = timedelta(days=1000)

minutes = some.integers(min_value=1, max_value=16 * 60)
EVENTS = some.one_of(
    some.tuples(some.just("wait"), minutes),
    some.tuples(some.just("down"), minutes.filter(lambda gap: gap > 5)),
    some.tuples(some.just("turn"), some.just(0)),
    some.tuples(some.just("give"), minutes),
    some.tuples(some.just("give all"), minutes),
    some.tuples(some.just("leave or return"), some.integers(0, PLAYERS - 1)),
    some.tuples(some.just("pause"), minutes),
)


@dataclass
class Account:
    """What the clock of the game should say."""

    game: Game
    now: datetime = NOW
    left: int = TURN + BANK
    banks: list[int] = field(default_factory=lambda: [BANK] * PLAYERS)
    away: set[int] = field(default_factory=set)
    raised: bool = False
    by: User = field(default_factory=make_user)

    def happens(self, event: str, amount: int) -> None:
        """Let something happen, to the game and in the account."""
        active = fresh(self.game).active_seat
        if event == "wait":
            beat(self.now)
            self.now += timedelta(minutes=amount)
            self.left -= 0 if active in self.away else 60 * amount
            Heartbeat.objects.update(beat_at=self.now)
        elif event == "down":
            self.now += timedelta(minutes=amount)
        elif event == "turn":
            end_turn(self.game, self.now - NOW)
            self.banks[active] = max(0, min(self.banks[active], self.left))
            self.begin()
        elif event == "give":
            give_time(game_id=self.game.pk, seconds=60 * amount, now=self.now)
            self.left += 60 * amount
        elif event == "give all":
            give_time_to_all(seconds=60 * amount, why="", now=self.now)
            self.left += 60 * amount
        elif event == "pause":
            self.pause(amount, active)
        else:
            self.leave_or_return(amount, active)

    def leave_or_return(self, number: int, active: int) -> None:
        self.away ^= {number}
        until = self.now + FOR_GOOD if number in self.away else self.now
        go_away(seat(self.game, number).user, self.now, until)
        table = load(fresh(self.game))
        clock.adjust(table.game, table.seats, table.state, self.now)
        table.game.save()
        if number == active and number not in self.away:
            self.raise_once()

    def raise_once(self) -> None:
        if not self.raised:
            self.raised = self.left < clock.RAISED_TO
            self.left = max(self.left, clock.RAISED_TO)

    def pause(self, minutes: int, active: int) -> None:
        """Shut out whoever has the turn for some minutes, and wait until that is over.

        A pause of less than twelve hours gives no time.
        """
        user = seat(self.game, active).user
        assert user is not None
        until = self.now + timedelta(minutes=minutes)
        impose(
            user_id=user.pk,
            by=self.by,
            kind="suspension",
            reason="",
            until=until,
            games="pause",
            now=self.now,
        )
        follow(self.now)
        assert fresh(self.game).stopped_seconds == self.left
        beat(self.now)
        self.now = until
        Heartbeat.objects.update(beat_at=self.now)
        follow(self.now)
        if active not in self.away and minutes >= 12 * 60:
            self.raise_once()

    def begin(self) -> None:
        self.left = TURN + self.banks[fresh(self.game).active_seat]
        self.raised = False

    def sweep(self) -> None:
        """Let a sweep come by; it does what the account says and nothing else."""
        before = fresh(self.game)
        beat(self.now)
        apply_to_all(self.now)
        expire_due(self.now)
        late = seat(self.game, before.active_seat)
        ran_out = self.left <= 0 and before.active_seat not in self.away
        assert (late.left_at is not None) == ran_out
        if ran_out and fresh(self.game).is_running:
            self.begin()
        if fresh(self.game).is_running:
            self.agrees()

    def agrees(self) -> None:
        game = fresh(self.game)
        if game.active_seat in self.away:
            assert (game.deadline, game.stopped_seconds) == (None, self.left)
        else:
            assert game.deadline == self.now + timedelta(seconds=self.left)
        assert [each.bank_seconds for each in game.seats.all()] == self.banks


@given(some.lists(EVENTS, max_size=14))
@settings(max_examples=40)
def test_an_account_kept_beside_the_game_agrees(events: list[tuple[str, int]]) -> None:
    with transaction.atomic():
        users: list[User] = [make_user() for _ in range(PLAYERS)]
        game = make_game(*users, turn_seconds=TURN, bank_seconds=BANK, turn_limit=0)
        beat(NOW)
        account = Account(game)
        for event in events:
            account.happens(*event)
            if event[0] != "down":
                account.sweep()
            if not fresh(game).is_running:
                break
        transaction.set_rollback(True)

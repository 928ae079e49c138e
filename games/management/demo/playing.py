"""Playing a game through the one door, with the moments of the past."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from games.models import Game
from games.play.due import people_due, seats_due
from games.play.expiry import expire
from games.play.storage import Table, load
from games.play.turns import take_turn
from games.rules.moves import Move
from games.rules.state import ARRANGING, OVER, State
from games.rules.visibility import view_for

from .moments import Moments
from .strategies import Strategy, well

QUICKLY = timedelta(minutes=3)
THOUGHT_OVER = {"draw": 1.0, "take": 1.0, "arrange": 0.2, "ready": 0.2}
"""How long people take for what begins with these acts, in steps."""
MOST_DECISIONS = 4_000  # of one game


@dataclass(slots=True)
class Sitting:
    """A dealt game and how its people play it; bots and stand-ins play well."""

    table: Table
    moments: Moments
    random: Random
    way: Strategy

    @classmethod
    def at(cls, game: Game, moments: Moments, random: Random, way: Strategy) -> Sitting:
        """Sit down at a game that was just dealt."""
        return cls(load(game), moments, random, way)

    @property
    def state(self) -> State:
        """The game as the rules see it."""
        return self.table.state

    @property
    def is_over(self) -> bool:
        """Whether nothing can be decided any more."""
        return not self.table.game.is_running or self.state.phase == OVER

    def arrange(self) -> None:
        """Let everybody lay out their cards."""
        while not self.is_over and self.state.phase == ARRANGING:
            self.decide()

    def turns(self, number: int, *, last: datetime | None = None) -> None:
        """Arrange, then play so many turns, all seats together, or to the end.

        The latest of them is made at about the moment `last`.
        """
        self.arrange()
        until = sum(self.state.turns) + number
        while not self.is_over and sum(self.state.turns) < until:
            if last is not None and sum(self.state.turns) >= until - 1:
                self.moments.now = max(self.moments.now, last)
                self.moments.step = QUICKLY
            self.decide()
        self.bots()

    def to_the_end(self) -> None:
        """Play until the game is over."""
        for _decision in range(MOST_DECISIONS):
            if self.is_over:
                return
            self.decide()

    def until(self, phase: str, tries: int = 60) -> bool:
        """Play on until a person is in that phase of a turn; return whether that came."""
        for _decision in range(tries):
            if self.is_over or (self.state.phase == phase and people_due(self.state)):
                break
            self.decide()
        return not self.is_over and self.state.phase == phase

    def until_turn_of(self, seat: int) -> None:
        """Play on until `seat` is to move."""
        while not self.is_over and (self.state.active != seat or self.state.phase == ARRANGING):
            self.decide()

    def bots(self) -> None:
        """Let the bots do what they have to."""
        while not self.is_over and not people_due(self.state):
            self.decide()

    def decide(self) -> None:
        """Make one decision of whoever has one, bots at once and people in their time."""
        seat = seats_due(self.state)[0]
        person = seat in people_due(self.state)
        way = self.way if person else well
        move = way(view_for(self.state, seat), self.random)
        self.make(seat, move, now=self._moment(move, person=person), stand_in=not person)

    def leave(self, seat: int) -> None:
        """Let the person of `seat` resign."""
        self.make(seat, Move("leave", detail="resigned"), now=self.moments.next(0.3))
        self.bots()

    def run_out(self) -> None:
        """Let the time of whoever is to move run out; where it has not yet, they resign."""
        game = self.table.game
        if game.deadline is None or game.deadline >= self.moments.latest:
            self.leave(seats_due(self.state)[0])
            return
        self.moments.now = game.deadline + timedelta(seconds=4)
        expire(game.pk, self.moments.now)
        self.look()
        self.bots()

    def look(self) -> None:
        """See the table as it is now."""
        self.table = load(Game.objects.get(pk=self.table.game.pk))

    def _moment(self, move: Move, *, person: bool) -> datetime:
        """Return when a decision is made: bots need no time, and people more for some acts."""
        if not person or move.act not in THOUGHT_OVER:
            return self.moments.wait(timedelta(0))
        return self.moments.next(THOUGHT_OVER[move.act])

    def make(self, seat: int, move: Move, *, now: datetime, stand_in: bool = False) -> None:
        """Make a move at the table as it is."""
        game = self.table.game
        self.table = take_turn(
            game_id=game.pk, seat=seat, move=move, version=game.version, now=now, stand_in=stand_in
        )

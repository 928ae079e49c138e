"""People who play by what their mails say, each with habits of their own."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from accounts.models import User
from games.models import Game
from games.play.storage import read
from games.rules.cards import SQUARES
from games.rules.legality import legal_moves
from games.rules.state import ARRANGING
from tests.views.sitting import Sitting, sit


@dataclass
class Person:
    """Somebody at the table, who moves through their browser: legal moves, by lot."""

    user: User
    browser: Sitting
    number: int  # of the seat
    random: Random

    @property
    def name(self) -> str:
        """What the others call them."""
        return self.user.name

    def play(self) -> int:
        """Make the decisions that wait for this seat, legal ones by lot; return how many."""
        made = 0
        while self._decide():
            made += 1
        return made

    def _decide(self) -> bool:
        table = read(Game.objects.get(pk=self.browser.game.pk))
        if not table.game.is_running:
            return False
        if table.state.phase == ARRANGING:
            if table.state.ready[self.number]:
                return False
            assert self.browser.do("ready").status == 200
            return True
        if table.state.active != self.number:
            return False
        moves = [move for move in legal_moves(table.state, self.number) if move.act != "leave"]
        move = self.random.choice(moves)
        fields = {"detail": move.detail} if move.detail else {}
        if move.square >= 0:
            fields["square"] = SQUARES[move.square]
        assert self.browser.do(move.act, **fields).status == 200
        return True


def seated(game: Game, users: list[User], seed: int) -> list[Person]:
    """The people of `game` in the order of their seats."""
    numbers = dict(game.seats.values_list("user_id", "number"))
    return [
        Person(user, sit(game, user), numbers[user.pk], Random(f"{seed} {user.name}"))
        for user in sorted(users, key=lambda user: numbers[user.pk])
    ]

"""People who play by what their mails say, each with habits of their own."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from accounts.models import User
from games.models import Game
from games.play.storage import Table, read
from games.rules.cards import SQUARES
from games.rules.legality import legal_moves
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
        """Take the turn, or get ready, if that waits for this seat; return how many moves it took.

        Whoever gets ready looks no further, though the first turn may be theirs.
        """
        if Game.objects.get(pk=self.browser.game.pk).status == Game.Status.ARRANGING:
            return self._get_ready()
        made = 0
        while self._move():
            made += 1
        return made

    def _get_ready(self) -> int:
        if self._table().state.ready[self.number]:
            return 0
        assert self.browser.do("ready").status == 200
        return 1

    def _move(self) -> bool:
        table = self._table()
        if not table.game.is_running or table.state.active != self.number:
            return False
        moves = [move for move in legal_moves(table.state, self.number) if move.act != "leave"]
        move = self.random.choice(moves)
        fields = {"detail": move.detail} if move.detail else {}
        if move.square >= 0:
            fields["square"] = SQUARES[move.square]
        assert self.browser.do(move.act, **fields).status == 200
        return True

    def _table(self) -> Table:
        return read(Game.objects.get(pk=self.browser.game.pk))


def seated(game: Game, users: list[User], seed: int) -> list[Person]:
    """The people of `game` in the order of their seats."""
    numbers = dict(game.seats.values_list("user_id", "number"))
    return [
        Person(user, sit(game, user), numbers[user.pk], Random(f"{seed} {user.name}"))
        for user in sorted(users, key=lambda user: numbers[user.pk])
    ]

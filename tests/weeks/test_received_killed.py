"""`receive_mail` killed at any moment: each mail is carried out whole or not at all, and once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from accounts.models import Notice
from games.models import Game, Move, ReceivedMail
from games.play.storage import read
from games.rules.visibility import view_for
from tests.builders import NOW, make_game
from tests.fixtures.site import site_environment
from tests.mail.incoming.letters import address_of, player, reply
from tests.weeks.choosing import orders_for
from tests.weeks.pipe import KILLED, Message, Pipe

pytestmark = pytest.mark.django_db(transaction=True)

MAILS = 20
REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def pipe(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[Pipe]:
    """What hands messages to the command."""
    settings.REPLY_ADDRESS = REPLY_ADDRESS
    env = site_environment() | {"REPLY_ADDRESS": REPLY_ADDRESS}
    pipe = Pipe(env=env, log=tmp_path / "receive.log")
    yield pipe
    pipe.close()


class Killing:
    """Writes orders for whoever has the turn, and kills what receives them."""

    def __init__(self, game: Game, pipe: Pipe, folder: Path) -> None:
        self.game = game
        self.pipe = pipe
        self.folder = folder
        self.random = Random(4)
        self.done = 0  # orders
        self.statuses: list[int] = []
        self.takes = 0.0  # seconds, to receive one mail

    def write(self, number: int) -> tuple[Message, int]:
        """Return a mail with orders for the turn that runs, and how many they are."""
        table = read(Game.objects.get(pk=self.game.pk))
        seat = table.state.active
        orders = orders_for(view_for(table.state, seat), self.random)
        file = self.folder / f"{number}"
        name = f"<{number}@ana.example>"
        file.write_bytes(reply(self.game, seat, ", ".join(orders), message_id=name))
        return Message(file, address_of(self.game, seat)), len(orders)

    def deliver(self, number: int) -> None:
        """Hand a mail over, killed somewhere in the middle, and again until all is well."""
        message, orders = self.write(number)
        began = time.monotonic()
        soon = self.random.random() * self.takes if self.takes else None
        status = self.pipe.wait(self.pipe.start(message, NOW), kill_after=soon)
        self.takes = self.takes or time.monotonic() - began
        self.statuses.append(status)
        assert self._is_whole(self.done) or self._is_whole(self.done + orders), self.pipe.said()
        for _again in range(2):
            assert self.pipe.wait(self.pipe.start(message, NOW)) == 0, self.pipe.said()
        self.done += orders
        assert self._is_whole(self.done), self.pipe.said()

    def _is_whole(self, done: int) -> bool:
        """Return whether so many orders are done, and all that belongs to them is there."""
        mails = list(ReceivedMail.objects.all())
        made = [order["move"] for mail in mails for order in mail.orders]
        readied = Move.objects.filter(game=self.game, act="ready").count()
        numbers = Move.objects.filter(game=self.game).values_list("number", flat=True)
        keys = {f"answer:{mail.pk}" for mail in mails}
        answers = set(Notice.objects.filter(kind="answer").values_list("key", flat=True))
        return len(made) == done and made == list(numbers)[readied:] and keys == answers


def test_each_order_of_a_killed_delivery_counts_once(pipe: Pipe, tmp_path: Path) -> None:
    game = make_game(player("Ana"), player("Bo"))
    killing = Killing(game, pipe, tmp_path)
    for number in range(MAILS):
        killing.deliver(number)
    assert ReceivedMail.objects.count() == MAILS
    assert killing.statuses.count(KILLED) > MAILS // 4

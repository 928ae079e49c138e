"""`receive_mail` killed at any moment carries out a mail whole or not at all, and once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Notice
from games.models import Game, Move, ReceivedMail
from games.rules.cards import CENTRE, SQUARES
from tests.builders import NOW, make_game
from tests.fixtures.site import site_environment
from tests.mail.incoming.letters import address_of, player, reply
from tests.weeks.pipe import KILLED, Message, Pipe

# As mail arrives at a server; that it is all or nothing play/by_mail/ looks at on both.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

LEAST_STATEMENTS = 10  # of a mail that does something
REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def pipe(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[Pipe]:
    """What hands messages to the command."""
    settings.REPLY_ADDRESS = REPLY_ADDRESS
    env = site_environment() | {"REPLY_ADDRESS": REPLY_ADDRESS}
    pipe = Pipe(env=env, log=tmp_path / "receive.log")
    yield pipe
    pipe.close()


def a_mail(game: Game, orders: list[str], name: str, folder: Path) -> Message:
    """Orders of whoever has the turn, as a file."""
    seat = Game.objects.get(pk=game.pk).active_seat
    file = folder / name
    file.write_bytes(reply(game, seat, ", ".join(orders), message_id=f"<{name}@ana.example>"))
    return Message(file, address_of(game, seat))


def carried_out(game: Game) -> int:
    """Assert that all mails are there with all that belongs to them; return how many orders did."""
    mails = list(ReceivedMail.objects.all())
    made = [order["move"] for mail in mails for order in mail.orders]
    moves = Move.objects.filter(game=game).exclude(act="ready")
    assert made == list(moves.values_list("number", flat=True))
    answers = Notice.objects.filter(kind="answer").values_list("key", flat=True)
    assert set(answers) == {f"answer:{mail.pk}" for mail in mails}
    return len(made)


def test_a_delivery_killed_at_any_statement_does_all_or_nothing(pipe: Pipe, tmp_path: Path) -> None:
    """Each mail comes again and again, and dies one statement later each time."""
    game = make_game(player("Ana"), player("Bo"))
    down = (SQUARES[number] for number in range(16) if number not in CENTRE)
    done = 0
    for number, orders in enumerate((["draw", f"reveal {next(down)}"], ["draw"], ["keep a1"])):
        message = a_mail(game, orders, str(number), tmp_path)
        for dies_at in count(1):
            status = pipe.wait(pipe.start(message, NOW, dies_at=dies_at))
            if carried_out(game) == done + len(orders):
                break
            assert (status, carried_out(game)) == (KILLED, done), pipe.said()
        assert dies_at > LEAST_STATEMENTS
        for _again in range(2):
            assert pipe.wait(pipe.start(message, NOW)) == 0, pipe.said()
        done += len(orders)
        assert carried_out(game) == done
        assert ReceivedMail.objects.count() == number + 1

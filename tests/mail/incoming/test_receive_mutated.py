"""Whatever comes in, nothing breaks, nobody else is told, and only orders change a game."""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Notice, User
from games.mail.incoming.receive import receive
from games.models import Game, ReceivedMail
from games.rules.moves import Move
from tests.builders import NOW, act, make_game
from tests.mail.incoming.letters import address_of, player
from tests.mail.incoming.mutations import ADDRESS, AUTHOR, MESSAGES, mutated
from tests.play.test_take_turn import everything

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in")]

Situation = tuple[Game, int, str]


def situations() -> list[Situation]:
    """Games in which it is the author's turn, their seat, and where answers go."""
    author = player("Bo", email=AUTHOR)
    games = [make_game(author, player()) for _game in range(2)]
    games += [make_game(author, player(), arranged=False)]
    for game in games[:2]:
        mine = game.seats.get(user=author).number
        if game.active_seat != mine:
            act(game, 1 - mine, Move("draw"))
            act(game, 1 - mine, Move("reveal", 2))
            if Game.objects.get(pk=game.pk).phase == "claiming":
                act(game, 1 - mine, Move("pass"))
    act(games[1], games[1].seats.get(user=author).number, Move("draw"))
    seats = [game.seats.get(user=author).number for game in games]
    return [
        (Game.objects.get(pk=game.pk), seat, address_of(game, seat))
        for game, seat in zip(games, seats, strict=True)
    ]


def check(raw: bytes, situation: Situation, said: Counter[str]) -> None:
    """Let it come twice, and look at what has changed."""
    game, seat, address = situation
    raw = raw.replace(ADDRESS, address.encode())
    before, people = everything(game), list(User.objects.order_by("pk").values())
    known = set(Notice.objects.values_list("pk", flat=True))
    person = game.seats.get(number=seat).user_id

    outcome = receive(raw, recipients=[address], now=NOW)
    again = receive(raw, recipients=[address], now=NOW)

    said[outcome] += 1
    assert outcome != "failed" and again != "failed"
    added = Notice.objects.exclude(pk__in=known)
    answers = list(added.filter(kind="answer"))
    rows = ReceivedMail.objects.count()
    assert len(answers) == rows <= 1
    assert all(answer.user_id == person for answer in answers)
    if outcome == "played":
        assert rows == 1
        assert again == "seen before"
        # A set: a needless pass counts as done with the move before it.
        moves = {each["move"] for each in ReceivedMail.objects.get().orders if each["move"]}
        assert Game.objects.get(pk=game.pk).version == game.version + len(moves)
    else:
        assert everything(game) == before
        assert added.count() == len(answers)
        assert again != "played"
    if outcome != "bounced":
        assert list(User.objects.order_by("pk").values()) == people
    for row in ReceivedMail.objects.all():
        head = EmailMessage()
        head["In-Reply-To"] = row.message_id  # raises for what would be a head of its own
        assert all(each["text"].isprintable() for each in row.orders)


def let_come(raw: bytes, situation: Situation, said: Counter[str]) -> None:
    with transaction.atomic():
        check(raw, situation, said)
        transaction.set_rollback(True)


def test_each_message_as_it_is() -> None:
    said: Counter[str] = Counter()
    games = situations()
    for path in MESSAGES:
        for situation in games:
            let_come(path.read_bytes(), situation, said)
    assert {"played", "answered"} <= set(said), said


def test_messages_made_wrong_by_chance() -> None:
    said: Counter[str] = Counter()
    games = situations()

    @settings(max_examples=60)
    @given(mutated(), st.sampled_from(games))
    def look(raw: bytes, situation: Situation) -> None:
        let_come(raw, situation, said)

    look()
    assert sum(said.values()) >= 60

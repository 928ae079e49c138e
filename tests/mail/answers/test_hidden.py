"""No answer depends on a card that its reader may not see.

Each is made twice, from the game as it is and from the same game with all that is hidden exchanged.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import Notice, User
from games.models import Game
from tests.builders import NOW
from tests.exchange import exchange_hidden
from tests.mail.answering import answer, write
from tests.mail.telling import html_of
from tests.situations import (
    after_a_card_was_given_back,
    after_a_reshuffle,
    arranging,
    in_action,
    with_a_card_in_hand,
)

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def told(notices: list[Notice]) -> list[tuple[str, ...]]:
    mails = [answer(notice) for notice in notices]
    return [(str(m.subject), str(m.body), html_of(m), str(m.extra_headers)) for m in mails]


@pytest.mark.parametrize(
    "build",
    [arranging, in_action, with_a_card_in_hand, after_a_card_was_given_back, after_a_reshuffle],
)
def test_no_answer_depends_on_what_is_hidden(
    people: list[User], build: Callable[[list[User]], Game]
) -> None:
    game = build(people)
    for seat, user in enumerate(people[:3]):
        texts = ("help", "board", "draw, keep b9", "claim four-tribes", "keep a1", "Hello Bo")
        with transaction.atomic():
            notices = [write(game, user, text) for text in texts]
            as_it_is = told(notices)
            exchange_hidden(Game.objects.get(pk=game.pk), seat)
            assert told(notices) == as_it_is, f"as told to seat {seat}"
            transaction.set_rollback(True)


def test_the_exchange_would_be_noticed(people: list[User]) -> None:
    """The other way round: the drawer's own answer does depend on the card in their hand."""
    game = in_action(people)
    game.refresh_from_db()
    notice = write(game, people[game.active_seat], "draw", now=NOW)
    as_it_is = told([notice])
    exchange_hidden(Game.objects.get(pk=game.pk), (game.active_seat + 1) % 3)
    assert told([notice]) != as_it_is

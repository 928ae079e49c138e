"""No mail depends on a card that its reader may not see.

As in tests/views/test_hidden.py: each mail is made twice, from the game as it is and from the same
game with all that is hidden exchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from accounts.models import Notice, User
from games.mail.kind import Told
from games.mail.kinds import KINDS
from games.models import Game
from games.play.ending import propose
from games.rules.moves import Move
from tests.builders import NOW, act, make_user
from tests.exchange import exchange_hidden
from tests.mail.telling import html_of, look, mail
from tests.situations import (
    after_a_card_was_given_back,
    after_a_reshuffle,
    arranging,
    in_action,
    with_a_card_in_hand,
)

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
Mail = tuple[object, ...]


@pytest.fixture
def people(settings: Settings) -> list[User]:
    """Two of them play from the mail."""
    settings.REPLY_ADDRESS = "play+*@drako.example"
    by_mail: dict[str, Any] = {"email_proven_at": NOW, "plays_by_mail_since": NOW}
    return [make_user("Ana", **by_mail), make_user("Bo"), make_user("Cleo", **by_mail)]


def mails(user: User) -> dict[str, Mail]:
    """All that can be told to `user` when any of their notices comes to be sent."""
    told: dict[str, Mail] = {}
    for notice in Notice.objects.filter(user=user).order_by("pk"):
        for hours in (0, 20, 90):
            now = NOW + timedelta(hours=hours)
            found = look(notice, now)
            if not isinstance(found, Told):
                told[f"{notice} +{hours} h"] = (found,)
                continue
            message = mail(notice, now=now)
            headers = message.extra_headers
            alone = (message.subject, message.body, html_of(message), str(headers), found.line)
            told[f"{notice} +{hours} h"] = alone
    return told


def left_and_proposed(people: list[User]) -> Game:
    """Two still play, one proposes to end it."""
    game = in_action(people)
    game.refresh_from_db()
    act(game, 2, Move("leave", detail="timeout"))
    propose(game_id=game.pk, user=people[0], now=NOW)
    return game


@pytest.mark.parametrize(
    "build",
    [
        arranging,
        in_action,
        with_a_card_in_hand,
        after_a_card_was_given_back,
        after_a_reshuffle,
        left_and_proposed,
    ],
)
def test_no_mail_depends_on_what_is_hidden(
    people: list[User], build: Callable[[list[User]], Game]
) -> None:
    game = build(people)
    for seat, user in enumerate(people):
        as_it_is = mails(user)
        with transaction.atomic():
            exchange_hidden(Game.objects.get(pk=game.pk), seat)
            exchanged = mails(user)
            transaction.set_rollback(True)
        told = [name for name, answer in as_it_is.items() if answer != exchanged[name]]
        assert told == [], f"as told to seat {seat}"


def test_mails_are_told_in_these_games(people: list[User]) -> None:
    """The kinds that the comparison above has seen told, not only looked at."""
    seen = set()
    for build in (arranging, in_action, left_and_proposed):
        build(people)
        for user in people:
            seen |= {
                name.partition(":")[0] for name, answer in mails(user).items() if len(answer) > 1
            }
    assert seen == {"started", "turn", "reminder", "timed-out", "left", "proposal"} <= set(KINDS)


def test_the_exchange_would_be_noticed(people: list[User]) -> None:
    """The other way round: the drawer's own mail does depend on the card in their hand."""
    game = with_a_card_in_hand(people)
    game.refresh_from_db()
    drawer = people[game.active_seat]
    as_it_is = mails(drawer)
    exchange_hidden(game, (game.active_seat + 1) % 3)
    assert as_it_is != mails(drawer)
